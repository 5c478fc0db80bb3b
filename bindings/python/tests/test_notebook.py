"""The notebooks run, each in an interpreter of its own, and draw what they promise."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not stored"
    done = NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in done.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert kinds >= {"image/svg+xml", "image/png", "text/html"}


def test_there_are_notebooks() -> None:
    assert EXAMPLES
