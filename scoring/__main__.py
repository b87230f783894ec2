"""`python -m scoring COMMAND`, also installed as `paiju-score`: the documents of the interface on the command line."""

import argparse
import sys
from collections.abc import Sequence

from scoring.documents.json_text import BAD_INPUT, LANGUAGES, answer_file, answer_rules, convert_file, speak_utf8

_FILES = {
    "score": "count winning hands",
    "replay": "replay games from their events",
    "explain": "count winning hands and say why",
    "waits": "the tiles that hands wait for",
    "away": "how far hands are from being ready, and the tiles that bring them nearer",
    "convert": "games between documents and text: either in, the other out",
}


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    speak_utf8()
    if asked.command == "hands":
        from scoring import rulesets
        from scoring.dataset import lines_of
        from scoring.rulesets import RULE_SETS

        for rule_set in asked.rule_set or RULE_SETS:
            for line in lines_of(rulesets.rule_set(rule_set), asked.number, asked.seed):
                print(line)
        return 0
    if asked.command == "rules":
        text, fine = answer_rules(asked.rule_set, asked.language)
    elif asked.command == "convert":
        text, fine = convert_file(asked.file, asked.language)
    else:
        from scoring.documents.hands import FUNCTIONS

        text, fine = answer_file(FUNCTIONS.get(asked.command, asked.command), asked.file, asked.language)
    print(text)
    return 0 if fine else BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Count hands, replay games, print rules.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="|".join((*_FILES, "rules", "hands")))
    for name, words in _FILES.items():
        kind = "a JSON file or a text" if name == "convert" else "a JSON file"
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument("file", help=f"{kind}, or - for standard input")
    commands.add_parser("rules", help="print a rule set as JSON").add_argument("rule_set")
    for command in commands.choices.values():
        command.add_argument("--language", default=LANGUAGES[0], choices=LANGUAGES, help="of the sentences of errors")
    hands = commands.add_parser("hands", help="the data set: seeded wins with their counts, a line of JSON each")
    hands.add_argument("rule_set", nargs="*", help="the rule sets; all published ones if none is named")
    hands.add_argument("--number", type=int, default=20_000, help="of hands of each rule set")
    hands.add_argument("--seed", default="1")
    return parser


if __name__ == "__main__":
    sys.exit(main())
