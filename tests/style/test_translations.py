"""Chinese and English in step: every text goes through gettext, and the catalogue holds the English of each."""

import ast
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from scripts import texts

ROOT = Path(__file__).parents[2]
CALLS = {"_", "gettext", "ngettext", "plural", "pgettext", "lazy", "gettext_lazy", "pgettext_lazy"}
OTHERS = {"ScoringError", "bad_input", "compile"}
"""Calls with text in both languages, or that look for text."""
PYBABEL = (sys.executable, "-m", "babel.messages.frontend")
APPS = ("config", "accounts", "tournaments", "penalties")
LET_OFF = {"migrations", "management", "demo"}
CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
IN_GETTEXT = re.compile(
    r"\{%\s*comment.*?endcomment\s*%\}|\{#.*?#\}|<!--.*?-->|\{%\s*blocktrans.*?endblocktrans(?:late)?\s*%\}"
    r"|\{%\s*trans.*?%\}|\b_\((?:\"[^\"]*\"|'[^']*')\)",
    re.DOTALL,
)
OWN_LANGUAGE = re.compile(r"<(?!html)(\w+)\b[^>]*\slang=.*?</\1>", re.DOTALL)
PLACEHOLDER = re.compile(r"(?<!%)%\(\w+\)[sd]|(?<!%)%[sd]|\{\w*\}")


def blank(match: re.Match[str]) -> str:
    return re.sub(r"\S", " ", match[0])


def unwrapped_in_template(source: str) -> Iterator[int]:
    """Lines of Chinese outside gettext and outside elements with a `lang` of their own."""
    left = OWN_LANGUAGE.sub(blank, IN_GETTEXT.sub(blank, source))
    yield from (number for number, line in enumerate(left.splitlines(), 1) if CJK.search(line))


def unwrapped_in_python(source: str) -> Iterator[int]:
    """Lines of Chinese that is neither handed to gettext nor looked for, and of gettext that Babel cannot see."""
    tree = ast.parse(source)
    fine = {id(node) for root in ast.walk(tree) for part in accepted(root) for node in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in fine and CJK.search(str(node.value)):
            yield node.lineno
        elif isinstance(node, ast.JoinedStr):
            # To the tokens of Python 3.11 an f-string is one piece: no text is collected from inside.
            names = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
            yield from (name.lineno for name in names if isinstance(name, ast.Name) and name.id in CALLS)


def accepted(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CALLS | OTHERS:
            return [node]
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None]
        case ast.Expr(value=ast.Constant() as value) | ast.keyword(arg="default", value=value):
            return [value]
        case ast.Compare() | ast.Set() | ast.Subscript() | ast.MatchValue():
            return [node]
    return []


def test_no_chinese_bypasses_gettext() -> None:
    """Let off are commands for the terminal, the demo's names, and lines marked `# data`: words of the rules."""
    sources = dict.fromkeys((ROOT / "templates").rglob("*.*"), unwrapped_in_template)
    for app in APPS:
        modules = (path for path in (ROOT / app).rglob("*.py") if not LET_OFF & set(path.relative_to(ROOT).parts))
        sources |= dict.fromkeys(modules, unwrapped_in_python)
    found = []
    for path, unwrapped in sources.items():
        lines = path.read_text().splitlines()
        numbers = [number for number in unwrapped("\n".join(lines)) if "# data" not in lines[number - 1]]
        found += [f"{path.relative_to(ROOT)}:{number}: {lines[number - 1].strip()}" for number in numbers]
    assert found == []


@pytest.mark.parametrize(
    ("template", "lines"),
    [
        ("<p>你好</p>", [1]),
        ('<br>\n<input aria-label="番">', [2]),
        ('{% include "x" with label="檯" %}', [1]),
        ('<html lang="zh"><p>甲</p><b lang="zh-Hant" title="乙">丙</b></html>', [1]),
        ('<button lang="zh-Hant" aria-label="轉用中文">中文</button>', []),
        ('{% translate "番" %}{# 註 #}<!-- 註 -->{{ x|default:_("無") }}', []),
        ("{% blocktranslate %}由 {{ a }} 起{% endblocktranslate %}", []),
    ],
)
def test_chinese_that_bypasses_gettext_is_found_in_templates(template: str, lines: list[int]) -> None:
    assert list(unwrapped_in_template(template)) == lines


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('bare = "番"', [1]),
        ('name = f"第{1}檯"', [1, 1]),
        ("row = f'<th>{lazy(\"升跌\")}</th>'", [1]),
        ('"""說明"""\nx = _("番") if y == "番" else {"東": 1}["東"]', []),
    ],
)
def test_chinese_that_bypasses_gettext_is_found_in_code(code: str, lines: list[int]) -> None:
    assert sorted(unwrapped_in_python(code)) == lines


def test_texts_of_a_template_are_extracted() -> None:
    page = """{% comment %}不理{% endcomment %}
        <p title="{% translate "題" %}">{% blocktranslate trimmed with a=b|date:"Y" %}
          由 {{ a }} 起{% endblocktranslate %}</p>
      {% blocktranslate count n=n %}一{% plural %}{{ n }} 隻{% endblocktranslate %}
    {{ x|default:_("無") }}{% translate "東" context "風" %}"""
    found = texts.templates(io.BytesIO(page.encode()), dict.fromkeys(CALLS), [], {})
    extracted = [words for _line, _name, words, _comments in found]
    assert extracted == ["題", "由 %(a)s 起", ("一", "%(n)s 隻", None), "無", ("風", "東")]


def catalogue(file: Path) -> list[Message]:
    with file.open("rb") as lines:
        found = read_po(lines, locale="en")
    assert not found.obsolete
    return [message for message in found if message.id]


@cache
def english() -> list[Message]:
    return catalogue(ROOT / "locale/en/LC_MESSAGES/django.po")


def test_the_catalogue_holds_the_texts_of_the_code(tmp_path: Path) -> None:
    file = tmp_path / "django.pot"
    extract = [*PYBABEL, "-q", "extract", "-F", "pyproject.toml", "-o", str(file)]
    subprocess.run([*extract, *APPS, "templates"], cwd=ROOT, check=True)
    wanted, held = ({(each.id, each.context) for each in texts} for texts in (catalogue(file), english()))
    assert (wanted - held, held - wanted) == (set(), set()), "run: make translations"


def forms(words: str | tuple[str, ...]) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def test_every_text_has_its_english_with_its_placeholders_and_numbers() -> None:
    wrong = [each.id for each in english() if each.fuzzy or not all(forms(each.string))]
    assert wrong == [], "fill in the empty msgstr"
    wrong = []
    for message in english():
        wanted, *said = (sorted(PLACEHOLDER.findall(text)) for text in [forms(message.id)[-1], *forms(message.string)])
        if said[-1] != wanted or any(set(each) - set(wanted) for each in said):
            wrong.append(message.id)
    assert wrong == []
    wrong = [
        message.string
        for message in english()
        if isinstance(message.string, str)
        and COUNTED.search(message.string)
        and not any(words in message.string for words in NEVER_ONE)
    ]
    assert wrong == []


COUNTED = re.compile(
    r"%\((?:count|players|ready|games|tables|hands|ways|staff|n|times|shown)\)s (?:more |other |new |open |house )*"
    r"(?:players|tables|hands|pairs|rounds|devices|tokens|cases|objections|problems|arrangements|rows|tiles|times)\b"
)
NEVER_ONE = (" share first place", "The first ", "players in all", "At most", "no more than", "More than", "more than",
             "winners", "goes unpunished", "must be", "can be", "discard followed",
             "each of", "times the fine")  # fmt: skip

OF_THE_EVENT = re.compile(
    r"第 %\(\w+\)s 個半莊|^半莊 %\(|[一二兩四八下]個半莊的?[，。座]|有半莊都?已?打完|%\(\w+\)s 個半莊$"
)
TURNS = re.compile("輪[到莊流椅序後]")


def test_rounds_are_the_events_and_games_are_the_tables() -> None:
    """A numbered 半莊 is a "round", never mixed with the "game" of one table."""
    said = {forms(each.id)[0]: " ".join(forms(each.string)) for each in english()}
    asked = {text: words for text, words in said.items() if OF_THE_EVENT.search(text)}
    assert len(asked) > 60
    assert [text for text, words in asked.items() if not re.search(r"\brounds?\b", words, re.I)] == []
    assert [text for text, words in asked.items() if re.search(r"\bgames? %\(|\bgames? (in|are)\b", words, re.I)] == []


def test_a_game_is_written_as_半莊_for_each_rule_set_to_say_its_own_word() -> None:
    """輪 comes from `Terms` alone, so that no page has both."""
    texts = [forms(each.id)[0] for each in english()]
    assert [text for text in texts if "輪" in TURNS.sub("", text)] == []
