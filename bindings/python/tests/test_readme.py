"""The programs of the README print what stands below them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("program", "printed"), EXAMPLES)
def test_examples_print_what_they_say(program: str, printed: str) -> None:
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert done.stderr == ""
    assert done.stdout == printed


def test_every_program_has_its_output() -> None:
    assert len(EXAMPLES) == README.read_text(encoding="utf-8").count("```python\n")
