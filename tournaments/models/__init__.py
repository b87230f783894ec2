"""The tables of the tournaments app. Only services write them; only selectors join them."""

from tournaments.models.book import Act, HandRecord, Scorecard, Transfer
from tournaments.models.events import Event, FormerSlug, Membership, Role
from tournaments.models.hall import Adjustment, Blacklisted, Call, ExtraTime, HallRuling, Namesake, RoundClock
from tournaments.models.history import Delivery, EventAct, Webhook
from tournaments.models.players import Apart, CheckIn, Contact, ListColumns, Player, Registration, RegistrationDesk
from tournaments.models.rounds import (
    Declined,
    DrawLine,
    FixedTable,
    Game,
    GameSeat,
    LockedList,
    Lot,
    Round,
    Stage,
    StageEntry,
    Table,
    TableReferee,
)

__all__ = [
    "Act",
    "Adjustment",
    "Apart",
    "Blacklisted",
    "Call",
    "CheckIn",
    "Contact",
    "Declined",
    "Delivery",
    "DrawLine",
    "Event",
    "EventAct",
    "ExtraTime",
    "FixedTable",
    "FormerSlug",
    "Game",
    "GameSeat",
    "HallRuling",
    "HandRecord",
    "ListColumns",
    "LockedList",
    "Lot",
    "Membership",
    "Namesake",
    "Player",
    "Registration",
    "RegistrationDesk",
    "Role",
    "Round",
    "RoundClock",
    "Scorecard",
    "Stage",
    "StageEntry",
    "Table",
    "TableReferee",
    "Transfer",
    "Webhook",
]
