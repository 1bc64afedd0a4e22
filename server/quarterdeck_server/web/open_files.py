"""The limit of open files of this process: each connection takes one, and the store and the log need some too."""

import resource

import structlog

KEPT = 64
"""Number of files reserved for the store, the log, the listening socket, and short reads."""

_log = structlog.get_logger()


def raise_the_limit() -> None:
    """Raise this process's limit of open files to the highest value that it may set."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft == hard:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError) as error:
        _log.info("the limit on open files could not be raised", files=soft, why=str(error))


def room_for_connections(most: int) -> int:
    """Return the number of connections that this process may accept: `most`, or fewer if the system allows too few open
    files, which is logged."""
    from quarterdeck_server.web.connection_limits import RESERVED  # by then this process has it

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY or files >= most + RESERVED + KEPT:
        return most
    room = max(1, files - RESERVED - KEPT)
    _log.warning("the limit on open files allows fewer connections than set", set=most, room=room, files=files)
    return room
