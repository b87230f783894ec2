from django.urls import path

from penalties.views import reversals, suspensions

urlpatterns = [
    path("e/<slug:slug>/rulings/<number:number>/reverse/", reversals.reverse_ruling, name="reverse"),
    path("e/<slug:slug>/rulings/<number:number>/confirm/", suspensions.confirm_suspension, name="confirm_suspension"),
]
