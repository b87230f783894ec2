"""Addresses: cases."""

from django.urls import path

import penalties.case_ref  # noqa: F401 - how a case is named
from penalties.api import cases

urlpatterns = [
    path("events/<slug:slug>/cases/", cases.CasesView.as_view(), name="cases"),
    path("events/<slug:slug>/cases/<case:ref>/", cases.CaseView.as_view(), name="case"),
    path("events/<slug:slug>/cases/<case:ref>/notes/", cases.NotesView.as_view(), name="case_notes"),
    path("events/<slug:slug>/cases/<case:ref>/decide/", cases.DecideView.as_view(), name="case_decide"),
    path("events/<slug:slug>/rulings/<number:number>/object/", cases.ObjectView.as_view(), name="object_to_ruling"),
]
