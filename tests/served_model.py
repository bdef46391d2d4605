"""A model's service on the loopback, in a process of its own."""

import argparse
import sys

from tests.model_server import ModelServer
from tests.storm import CALM, SHARES, Storm


def main() -> None:
    """Serve until standard input ends; the first line printed is the address."""
    parser = argparse.ArgumentParser(prog="python -m tests.served_model", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 for one that is free")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds to each reply")
    parser.add_argument("--storm", action="store_true", help="let units meet faults")
    parser.add_argument("--seed", type=int, default=0, help="another one, other units")
    given = parser.parse_args()
    storm = Storm(given.seed, SHARES if given.storm else CALM)
    options = {"latency": given.latency, "port": given.port}
    with ModelServer(storm, **options, keeps_requests=False) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
