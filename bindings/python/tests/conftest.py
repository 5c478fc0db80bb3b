"""Fixtures."""

import signal
import threading
from collections.abc import Iterator

import pytest


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C after a moment, even if the shell that runs the tests in the background lets Python ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    yield
    signal.signal(signal.SIGINT, before)
