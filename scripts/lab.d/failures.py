"""What can go wrong, as the user sees it: one sentence, no stack trace."""


class LabError(Exception):
    """Something the user can act on; the text says what."""

    exit_status = 1


class EngineUnavailable(LabError):
    """This engine cannot be had on this machine; a test run names it as skipped."""

    exit_status = 3
