class EzPickle:
    """Pickles the arguments of the constructor."""

    def __init__(self, *args, **kwargs):
        self._ezpickle_args, self._ezpickle_kwargs = args, kwargs

    def __getstate__(self):
        return {"args": self._ezpickle_args, "kwargs": self._ezpickle_kwargs}

    def __setstate__(self, state):
        self.__dict__.update(type(self)(*state["args"], **state["kwargs"]).__dict__)
