"""`python -m scoring score|replay FILE`, `python -m scoring rules RULE_SET`: the documents of the interface."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from scoring.documents.json_text import BAD_INPUT, LANGUAGES, answer_file, answer_rules, speak_utf8


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    speak_utf8()
    if asked.command == "rules":
        text, fine = answer_rules(asked.rule_set, asked.language)
    else:
        text, fine = answer_file(asked.command, asked.file, asked.language)
    print(text)
    return 0 if fine else BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Count hands, replay games, print rules.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="score|replay|rules")
    for name, words in (("score", "count winning hands"), ("replay", "replay games from their events")):
        command = commands.add_parser(name, help=f"{words}: JSON in, JSON out")
        command.add_argument("file", help="a JSON file, or - for standard input")
    commands.add_parser("rules", help="print a rule set as JSON").add_argument("rule_set")
    for command in commands.choices.values():
        command.add_argument("--language", default=LANGUAGES[0], choices=LANGUAGES, help="of the sentences of errors")
    return parser


if __name__ == "__main__":
    sys.exit(main())
