"""未變 Conditional GET: nothing is sent again to a reader who has it. Which headers say so, Django knows.

Not by its decorator `condition`: what a mark is made of is loaded with the check of who may ask, and both once.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def unchanged(request: HttpRequest, mark: str, cache_control: str = "") -> HttpResponse | None:
    """304 for a reader who has what this mark (an ETag) stands for; None where it has to be made."""
    answer = get_conditional_response(request, etag=mark)
    if answer is not None:
        answer.headers["ETag"] = mark
        if cache_control:
            answer.headers["Cache-Control"] = cache_control
    return answer
