"""What the lints share: which files belong to the project, and C++ text with comments and strings blanked.

Knows no rule. Every rule lives in one check_*.py beside this file.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

CPP_SUFFIXES = (".cpp", ".hpp")


@dataclass(frozen=True, order=True)
class Finding:
    """One broken rule at one place. Lines count from 1."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def list_files(root):
    """Paths relative to root, sorted: tracked files and new ones that are not ignored.

    Outside a git work tree (a source archive) every file counts, except hidden folders and build trees.
    """
    root = Path(root)
    git = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard"],
        capture_output=True,
        check=False,
    )
    if git.returncode == 0:
        names = [name for name in git.stdout.decode().split("\0") if name]
    else:
        names = [
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if not any(
                part.startswith(".") or part.startswith("build") or part == "__pycache__"
                for part in path.relative_to(root).parts[:-1]
            )
        ]
    return sorted(name for name in set(names) if (root / name).is_file())


def read_text(root, name):
    """The file's text, or None when it is not UTF-8 text (images, databases)."""
    data = (Path(root) / name).read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


_TOKEN = re.compile(
    r"""
      (?P<line_comment>//(?:\\\r?\n|[^\n])*)
    | (?P<block_comment>/\*.*?(?:\*/|\Z))
    | (?P<raw>\b(?:u8|u|U|L)?R"(?P<delim>[^()\s\\]{0,16})\(.*?(?:\)(?P=delim)"|\Z))
    | (?P<string>"(?:\\.|[^"\\\n])*")
    | (?P<number>(?<![\w'])\.?[0-9](?:'?[\w.]|(?<=[eEpP])[+-])*)
    | (?P<char>'(?:\\.|[^'\\\n])+')
    """,
    re.VERBOSE | re.DOTALL,
)


def mask_cpp(text):
    """The same text, same length and line breaks, with comments and the insides of literals blanked.

    String and character literals keep their quotes, so an argument stays visible as an argument.
    """

    def blank(piece):
        return re.sub(r"[^\n]", " ", piece)

    def replace(match):
        piece = match.group(0)
        if match.lastgroup is not None and match.group("number"):
            return piece
        if match.group("line_comment") or match.group("block_comment"):
            return blank(piece)
        quote = "'" if match.group("char") else '"'
        first = piece.index(quote)
        return piece[:first] + quote + blank(piece[first + 1 : -1]) + quote

    return _TOKEN.sub(replace, text)
