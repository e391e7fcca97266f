"""The one way in which a command says that it cannot go on."""


class Stop(Exception):
    """Ends a command with exit code 2. `key` and `data` make the one sentence that says what to do."""

    def __init__(self, key: str, **data: object) -> None:
        super().__init__(key)
        self.key = key
        self.data = data
