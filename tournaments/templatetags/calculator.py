from typing import Any

from django import template
from django.urls import reverse

from scoring import Document, RuleSet
from tournaments.rulebook.calculator import asked_of_document

register = template.Library()


@register.simple_tag
def calculator_address(document: Document, rules: RuleSet) -> str:
    chosen: dict[str, Any] = {
        reading.id: rules.options[reading.id]
        for reading in rules.readings
        if rules.options.get(reading.id) in reading.values[1:]
    }
    return f"{reverse('tournaments:calculator')}?{asked_of_document(document, rules.id, chosen).address()}"
