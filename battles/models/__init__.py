"""What surrounds a battle: dates, lists, pictures, stories. Nothing here decides a battle."""

from battles.models.around import ArmyList, Picture, Sharing, Tale
from battles.models.dates import Act, ActKind, Availability, Meeting, Offer, OfferState, PlaceKind
from battles.models.table import Intake, Phone, Place, Roster, Table, TableAction

__all__ = [
    "Act",
    "ActKind",
    "ArmyList",
    "Availability",
    "Intake",
    "Meeting",
    "Offer",
    "OfferState",
    "Phone",
    "Picture",
    "Place",
    "PlaceKind",
    "Roster",
    "Sharing",
    "Table",
    "TableAction",
    "Tale",
]
