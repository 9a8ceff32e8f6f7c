class Error(Exception):
    pass


class ResetNeeded(Error):
    pass
