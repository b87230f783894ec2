import io
import json
import zipfile

from django.http import HttpResponse

from tournaments.selectors.person import Person


def zipped(person: Person, name: str) -> HttpResponse:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(person.data, ensure_ascii=False, indent=1))
        for file, content in person.files.items():
            archive.writestr(file, content)
    answer = HttpResponse(out.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer
