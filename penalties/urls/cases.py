from django.urls import include, path

import penalties.case_ref  # noqa: F401 - how a case is named
from penalties.views import cases

EVENT = [
    path("cases/", cases.cases, name="cases"),
    path("cases/<case:ref>/", cases.case, name="case"),
    path("cases/<case:ref>/note/", cases.note, name="case_note"),
    path("cases/<case:ref>/decide/", cases.decide, name="case_decide"),
    path("rulings/<number:number>/object/", cases.object_to, name="object_to_ruling"),
]

urlpatterns = [
    path("e/<slug:slug>/", include(EVENT)),
]
