"""The tools that keep Chinese and English in step, on small texts of their own."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scripts import messages, translations, unwrapped


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of one module and one template, with a catalogue of its own."""
    (tmp_path / "accounts").mkdir()
    (tmp_path / "templates").mkdir()
    for module in (messages, translations, unwrapped):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "ENGLISH", tmp_path / "locale" / "en.po")
    return tmp_path


MODULE = '''"""說明"""
from django.utils.translation import gettext_lazy as lazy, ngettext, pgettext as _p
TITLE = lazy("第 %(n)s 檯")
many = lambda n: ngettext("%(n)s 檯", "%(n)s 檯們", n)
EAST = _p("風", "東")
'''
TEMPLATE = """{% comment %}不理{% endcomment %}
<p title="{% translate "題" %}">{% blocktranslate trimmed with a=b|date:"Y" %}
  由 {{ a }} 起{% endblocktranslate %}{% blocktranslate count n=n %}一{% plural %}{{ n }} 隻{% endblocktranslate %}</p>
{{ x|default:_("無") }}{% translate "東" context "風" %}"""


def found(catalogue: Catalog) -> set[object]:
    return {(message.id, message.context) if message.context else message.id for message in catalogue if message.id}


def test_it_finds_every_text_of_code_and_templates(here: Path) -> None:
    (here / "accounts" / "a.py").write_text(MODULE)
    (here / "templates" / "a.html").write_text(TEMPLATE)
    assert found(messages.catalogue_of_sources()) == {
        "第 %(n)s 檯",
        ("%(n)s 檯", "%(n)s 檯們"),
        ("東", "風"),
        "題",
        "由 %(a)s 起",
        ("一", "%(n)s 隻"),
        "無",
    }


def translate(here: Path, **english: str) -> None:
    translations.update()
    text = translations.ENGLISH.read_text()
    for chinese, said in english.items():
        text = text.replace(f'msgid "{chinese}"\nmsgstr ""', f'msgid "{chinese}"\nmsgstr "{said}"')
    translations.ENGLISH.write_text(text)


def test_it_keeps_translations_and_drops_what_is_used_nowhere(here: Path) -> None:
    page = here / "templates" / "a.html"
    page.write_text('{% translate "甲" %}{% translate "乙" %}')
    translate(here, 甲="A", 乙="B")
    assert translations.check() == 0
    page.write_text('{% translate "乙" %}{% translate "丙" %}')
    assert translations.check() == 2  # one missing, one used nowhere
    translations.update()
    said = translations.ENGLISH.read_text()
    assert 'msgid "乙"\nmsgstr "B"' in said
    assert "甲" not in said
    assert translations.check() == 1  # one empty
    translations.update()
    assert translations.ENGLISH.read_text() == said


@pytest.mark.parametrize(("english", "faults"), [("%(n)s tables", 0), ("tables", 1), ("%(m)s tables", 1)])
def test_it_wants_the_same_placeholders(here: Path, english: str, faults: int) -> None:
    (here / "templates" / "a.html").write_text("{% blocktranslate %}{{ n }} 檯{% endblocktranslate %}")
    translate(here, **{"%(n)s 檯": english})
    assert translations.check() == faults


@pytest.mark.parametrize(
    ("template", "finds"),
    [
        ("<p>你好</p>", ["你好"]),
        ('<input aria-label="番">', ["番"]),
        ('{% include "x" with label="檯" %}', ['{% include "x" with label="檯" %}']),
        ('<button lang="zh-Hant" aria-label="轉用中文">中文</button>', []),
        ('{% translate "番" %}{# 註 #}<!-- 註 -->{{ x|default:_("無") }}', []),
        ("{% blocktranslate %}由 {{ a }} 起{% endblocktranslate %}", []),
    ],
)
def test_it_finds_chinese_that_bypasses_gettext_in_templates(template: str, finds: list[str]) -> None:
    assert [text for _line, text in unwrapped.in_template(template)] == finds


def test_it_finds_chinese_that_bypasses_gettext_in_code() -> None:
    source = MODULE + 'bare = "番"\nname = f"第{1}檯"\nif bare == "番": pass\nnames = {"東": 1}\n'
    assert [text for _line, text in unwrapped.in_python(source)] == ["番", "第", "檯"]


def test_it_finds_gettext_where_nobody_collects_it() -> None:
    source = MODULE + """row = f'<th>{lazy("升跌")}</th>'\n"""
    assert [text for _line, text in unwrapped.in_python(source)] == ["lazy('升跌')"]


COUNTED = re.compile(
    r"%\((?:count|players|ready|games|tables|hands|ways|staff|n|times|shown)\)s (?:more |other |new |open |house )*"
    r"(?:players|tables|hands|pairs|rounds|devices|tokens|cases|objections|problems|arrangements|rows|tiles|times)\b"
)
NEVER_ONE = (" share first place", "The first ", "players in all", "At most", "no more than", "More than", "more than",
             "winners", "goes unpunished", "must be", "can be", "discard followed",
             "each of", "times the fine")  # fmt: skip


def test_english_counts_one_thing_as_one() -> None:
    """A text that names how many has a form for one, or says the number where it needs none."""
    catalogue = read_po(io.BytesIO(Path("locale/en/LC_MESSAGES/django.po").read_bytes()))
    wrong = [
        message.string
        for message in catalogue
        if isinstance(message.string, str)
        and COUNTED.search(message.string)
        and not any(words in message.string for words in NEVER_ONE)
    ]
    assert wrong == []
