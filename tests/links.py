"""Links that hold the repository's address, made from the one place where it is set.

That place is ``[project.urls] Repository`` in pyproject.toml. After changing it: ``python -m tests.links``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).parents[1]
FIRST_LESSON = "notebooks/01_queries_keys_values.ipynb"


def repository() -> str:
    """Return the repository's public address, as set in pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["project"]["urls"]["Repository"]).rstrip("/")


def binder(address: str, path: str = FIRST_LESSON) -> str:
    """Return the address at which mybinder.org opens ``path`` of the repository in JupyterLab.

    Examples
    --------
    >>> binder("https://github.com/a/b", "notebooks/x.ipynb")
    'https://mybinder.org/v2/gh/a/b/HEAD?urlpath=lab/tree/notebooks/x.ipynb'
    >>> binder("https://codeberg.org/a/b", "x.ipynb")
    'https://mybinder.org/v2/git/https%3A%2F%2Fcodeberg.org%2Fa%2Fb/HEAD?urlpath=lab/tree/x.ipynb'
    """
    parts = urlsplit(address)
    where = f"gh{parts.path}" if parts.hostname == "github.com" else f"git/{quote(address, safe='')}"
    return f"https://mybinder.org/v2/{where}/HEAD?urlpath=lab/tree/{path}"


def made(name: str, text: str) -> str:
    """Return the ``text`` of the file ``name`` with its links made anew."""
    address = repository()
    if name == "CITATION.cff":
        return re.sub(r"(?m)^repository-code: .*$", f"repository-code: {address}", text)
    badge = f"[![Open lesson 01 on Binder](https://mybinder.org/badge_logo.svg)]({binder(address)})"
    text = re.sub(r"\[!\[Open lesson 01 on Binder\]\([^)]*\)\]\([^)]*\)", badge, text)
    folder = address.rsplit("/", 1)[-1].removesuffix(".git")
    return re.sub(r"(?m)^(\s*)git clone .*\n\s*cd .*$", rf"\1git clone {address}\n\1cd {folder}", text)


FILES = ("README.md", "CITATION.cff")


def main() -> int:
    """Write the links into every file that has one."""
    for name in FILES:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if (new := made(name, text)) != text:
            path.write_text(new, encoding="utf-8")
            print(f"{name}: links made anew for {repository()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
