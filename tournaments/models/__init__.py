"""The tables of the tournaments app. Only services write them; only selectors join them."""

from tournaments.models.book import Act, HandRecord, Scorecard, Transfer
from tournaments.models.draws import DrawLine, LockedList
from tournaments.models.events import Event, FormerSlug, Membership, Role
from tournaments.models.hall import Adjustment, Blacklisted, Call, ExtraTime, HallRuling, Namesake, RoundClock
from tournaments.models.history import EventAct
from tournaments.models.players import Apart, Contact, ListColumns, Player
from tournaments.models.registrations import CheckIn, Registration, RegistrationDesk
from tournaments.models.seating import FixedTable, Game, GameSeat, Round, Table, TableReferee
from tournaments.models.stages import Declined, Lot, Stage, StageEntry
from tournaments.models.webhooks import Delivery, Webhook

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
