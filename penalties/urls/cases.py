"""Addresses: cases, and the objection to a ruling that opens one."""

from django.urls import path

import penalties.case_ref  # noqa: F401 - how a case is named
from penalties.views import cases

urlpatterns = [
    path("e/<slug:slug>/cases/", cases.cases, name="cases"),
    path("e/<slug:slug>/cases/<case:ref>/", cases.case, name="case"),
    path("e/<slug:slug>/cases/<case:ref>/note/", cases.note, name="case_note"),
    path("e/<slug:slug>/cases/<case:ref>/decide/", cases.decide, name="case_decide"),
    path("e/<slug:slug>/rulings/<number:number>/object/", cases.object_to, name="object_to_ruling"),
]
