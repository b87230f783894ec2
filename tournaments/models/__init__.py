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
