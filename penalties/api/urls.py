import penalties.case_ref  # noqa: F401 - registers the converter of `ref`
from penalties.api.cases import CaseEndpoints
from penalties.api.register import RegisterEndpoints
from penalties.api.rulings import RulingEndpoints
from tournaments.api.base import addresses

app_name = "penalties_api"

urlpatterns = addresses(CaseEndpoints, RegisterEndpoints, RulingEndpoints)
