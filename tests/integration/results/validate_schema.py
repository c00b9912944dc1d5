#!/usr/bin/env python3
"""Validates a JSON file against a JSON Schema (2020-12).

Usage: validate_schema.py SCHEMA FILE     exit status 0 valid, 1 not valid (reasons on stdout), 77 no validator here
"""

import json
import sys


def main(argv):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return 77
    with open(argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(argv[2], encoding="utf-8") as file:
        document = json.load(file)
    Draft202012Validator.check_schema(schema)
    problems = list(Draft202012Validator(schema).iter_errors(document))
    for problem in problems:
        place = "/".join(str(part) for part in problem.absolute_path)
        print(f"{place}: {problem.message}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
