#!/usr/bin/env python3
"""Checks the coroutine rules that g++ 12.2 needs: it miscompiles other forms silently.

Allowed, and nothing else:
    co_await work(argument);
    const auto reply = co_await work(argument);        (also a structured binding)
Arguments are named variables: no braces, no ?: and no Type(...) temporary inside the awaited expression.
CONTRIBUTING.md says what goes wrong otherwise. Usage: tools/check_coroutines.py [ROOT]
"""

import re
import sys
from pathlib import Path

from lint_source import CPP_SUFFIXES, Finding, line_of, list_files, mask_cpp, read_text

ROOTS = ("src/", "drivers/", "workloads/", "tests/", "bench/")

NESTED = "co_await inside another expression: await into a named local first, then use that"
CONDITION = "co_await in the condition of {0} (g++ 12.2 may drop the whole body): auto r = co_await ...; {0} (r)"
RETURN = "co_return co_await: await into a named local, then co_return it"
ASSIGN = "co_await assigned to something that already exists: declare a new local, then assign from it"
COMMA = "co_await beside a comma: one declaration, one await, one statement"
OPERATOR = "the awaited call is part of a larger expression: await into a named local first"
BRACES = "braces inside an awaited expression (temporaries are copied bit by bit): name the value before"
TEMPORARY = "Type(...) temporary as an argument of an awaited call (copied bit by bit if an aggregate): name it before"
TERNARY = "?: inside an awaited expression (the operand is corrupted): choose into a named local before"
MACRO = "co_await inside a macro: its surroundings cannot be checked"

_CO_AWAIT = re.compile(r"(?<!\w)co_await(?!\w)")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_CLOSERS = {close: open_ for open_, close in _OPENERS.items()}
_ATTRIBUTE = re.compile(r"^\s*\[\[.*?\]\]")
_LABEL = re.compile(r"^\s*(?:case\b[^:?]*(?:::[^:?]*)*|default|[A-Za-z_]\w*)\s*:(?!:)")
_CONTROL = re.compile(r"^\s*(?:else\b|do\b|(?:if(?:\s+constexpr)?|while|for|switch)\s*(?=\())")
_DECLARATION = re.compile(r"^[A-Za-z_:][\w:\s*&]*[\s*&](?:[A-Za-z_]\w*|\[[\w\s,]*\])$")
_NOT_A_TYPE = re.compile(r"^(?:return|co_return|co_yield|throw|delete|new|else|case|goto)\b")
_TEMPORARY = re.compile(r"(?<![\w.>])(?:[a-z_]\w*::)*[A-Z]\w*[a-z]\w*\s*(?:<[^<>;]*>\s*)?\(")
_BINARY = re.compile(r"&&|\|\||[=!<>]=|<<|(?<![->])>>|(?<=[\w)\]])\s*[/%^|]|\s[<>]\s|(?<=[\w)\]])\s*[*&+]\s*(?=[\w(*&!~])"
                     r"|(?<=[\w)\]])\s*-(?!>)|(?<![=!<>])=(?!=)")


def find_matching(text, start):
    """Offset of the bracket that closes the one at `start`, or len(text)."""
    depth = 0
    for offset in range(start, len(text)):
        if text[offset] in _OPENERS:
            depth += 1
        elif text[offset] in _CLOSERS:
            depth -= 1
            if depth == 0:
                return offset
    return len(text)


def enclosing_bracket(text, offset):
    """Offset of the innermost bracket still open at `offset`, or -1."""
    depth = 0
    for position in range(offset - 1, -1, -1):
        if text[position] in _CLOSERS:
            depth += 1
        elif text[position] in _OPENERS:
            if depth == 0:
                return position
            depth -= 1
    return -1


def statement_prefix(text, offset):
    """What stands before `offset` in its statement."""
    depth = 0
    position = offset - 1
    while position >= 0:
        char = text[position]
        if char == ";" and depth == 0:
            break
        if char in _CLOSERS:
            if char == "}" and depth == 0 and not _is_initialiser_end(text, position, offset):
                break
            depth += 1
        elif char in _OPENERS:
            if depth == 0:
                break
            depth -= 1
        position -= 1
    return text[position + 1 : offset]


def _is_initialiser_end(text, position, offset):
    """Whether the `}` at `position` ends a value within the statement, not a block: an operator follows it."""
    return bool(re.match(r"\s*[.,?+\-*/%|&^<>=)\]]", text[position + 1 : offset]))


def statement_operand(text, start):
    """The awaited expression from `start` to the character that ends it: (operand, that character)."""
    depth = 0
    for offset in range(start, len(text)):
        char = text[offset]
        if char in _OPENERS:
            depth += 1
        elif char in _CLOSERS:
            if depth == 0:
                return text[start:offset], char
            depth -= 1
        elif char in ";," and depth == 0:
            return text[start:offset], char
    return text[start:], ""


def strip_lead(prefix):
    """The prefix without labels, attributes and unbraced control heads, which do not make an await nested."""
    while True:
        control = _CONTROL.match(prefix)
        if control:
            rest = prefix[control.end() :]
            prefix = rest[find_matching(rest, 0) + 1 :] if rest.startswith("(") else rest
            continue
        shorter = _LABEL.sub("", _ATTRIBUTE.sub("", prefix, count=1), count=1)
        if shorter == prefix:
            return prefix.strip()
        prefix = shorter


def is_declaration(prefix):
    """Whether `prefix` is 'Type name =', the only thing that may stand before co_await."""
    if not prefix.endswith("=") or _NOT_A_TYPE.match(prefix):
        return False
    left = prefix[:-1].strip()
    shorter = None
    while shorter != left:  # template arguments may hold anything
        shorter, left = left, re.sub(r"<[^<>]*>", " ", left).strip()
    return bool(_DECLARATION.match(re.sub(r"\s+", " ", left)))


def judge_position(text, offset):
    """The message about where the co_await at `offset` stands, or None."""
    line_start = text.rfind("\n", 0, offset) + 1
    while line_start > 1 and text[line_start - 2] == "\\":
        line_start = text.rfind("\n", 0, line_start - 1) + 1
    if text[line_start:offset].lstrip().startswith("#"):
        return MACRO
    opening = enclosing_bracket(text, offset)
    if opening >= 0 and text[opening] in "([":
        keyword = re.search(r"\b(if|while|switch|for)(?:\s+constexpr)?\s*$", text[:opening])
        return CONDITION.format(keyword.group(1)) if keyword else NESTED
    _, end = statement_operand(text, offset + len("co_await"))
    if end == "}":  # a braced initialiser: a block would have ended the statement with a semicolon
        return NESTED
    lead = strip_lead(statement_prefix(text, offset))
    if re.match(r"co_return\b|co_yield\b", lead):
        return RETURN
    if end == ",":
        return COMMA
    if not lead or is_declaration(lead):
        return None
    if lead.endswith("=") and not re.search(r"[=!<>]=$", lead):
        return ASSIGN
    return NESTED


def judge_operand(operand):
    """The messages about the awaited expression itself."""
    messages = []
    if "{" in operand:
        messages.append(BRACES)
    if "?" in operand:
        messages.append(TERNARY)
    if _has_temporary_argument(operand):
        messages.append(TEMPORARY)
    if not messages and _BINARY.search(_top_level(operand)):
        messages.append(OPERATOR)
    return messages


def _has_temporary_argument(operand):
    first = operand.find("(")
    return first >= 0 and _TEMPORARY.search(operand, first + 1) is not None


def _top_level(operand):
    """The operand with everything inside brackets and template argument lists removed."""
    shorter = None
    while shorter != operand:
        shorter, operand = operand, re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "\1", operand)
    operand = operand.replace("\1", "()")
    shorter = None
    while shorter != operand:
        shorter, operand = operand, re.sub(r"(?<=\w)<[\w:,\s*&()]*>(?=[(:>,])", "", operand)
    return operand.strip()


def check_text(path, text):
    """Findings for one source file."""
    findings = []
    masked = mask_cpp(text)
    for match in _CO_AWAIT.finditer(masked):
        if re.search(r"\boperator\s*$", masked[: match.start()]):
            continue
        line = line_of(masked, match.start())
        position = judge_position(masked, match.start())
        messages = [position] if position else []
        operand, _ = statement_operand(masked, match.end())
        messages += [message for message in judge_operand(operand) if position is None or message != OPERATOR]
        findings.extend(Finding(path, line, message) for message in messages)
    return findings


def check_tree(root):
    findings = []
    for name in list_files(root):
        if name.startswith(ROOTS) and name.endswith(CPP_SUFFIXES):
            text = read_text(root, name)
            if text is not None and "co_await" in text:
                findings.extend(check_text(name, text))
    return findings


def main(argv):
    root = Path(argv[1]) if len(argv) > 1 else Path(__file__).resolve().parent.parent
    findings = check_tree(root)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
