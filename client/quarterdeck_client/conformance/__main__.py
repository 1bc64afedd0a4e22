"""Entry point of `python -m quarterdeck_client.conformance`: the same as `quarterdeck conform`, for machines without
the server package."""

from quarterdeck_client.conformance.command import conform

if __name__ == "__main__":
    conform(prog_name="python -m quarterdeck_client.conformance")
