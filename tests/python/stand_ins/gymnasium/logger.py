import warnings


def warn(message):
    warnings.warn(f"gymnasium: {message}", stacklevel=2)
