"""`python -m quarterdeck_client.conformance`: `quarterdeck conform` where the server is not installed."""

from quarterdeck_client.conformance.command import conform

if __name__ == "__main__":
    conform(prog_name="python -m quarterdeck_client.conformance")
