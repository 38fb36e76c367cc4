"""Runs the program on single positions, a process each, so that no proof helps or hinders another."""
import json
import os
import subprocess
import tempfile
import threading

from answers import Fault


def options(base, directory):
    """The base of small endings: none, empty at the beginning of each position, or a directory."""
    if base == "none":
        return ["--no-cache"]
    return ["--cache", directory if base == "cold" else base]


def solve(program, record, limit, memory, threads, base):
    """What the program answers about a position by the rules of chess, without outside tables."""
    alone = {name: value for name, value in os.environ.items() if name != "PEASANT_SYZYGY"}
    with tempfile.TemporaryDirectory(prefix="settled-") as directory:
        command = [program, "solve", record.fen, "--json", "--time", str(limit), "--memory",
                   str(memory), "--threads", str(threads), *options(base, directory)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False,
                                  env=alone, timeout=3 * limit + 120)
        except subprocess.TimeoutExpired:
            raise Fault(f"{record.id}: no end in three times the limit") from None
    if done.returncode != 0:
        raise Fault(f"{record.id}: status {done.returncode}: {done.stdout.strip()[:200]}")
    return {**json.loads(done.stdout), "id": record.id, "line_number": record.number}


class Jobs:
    """Positions that so many workers take one after the other. A stop (Ctrl-C, or a proof that was
    told to stop) loses what is in work and nothing else."""

    def __init__(self, work, records):
        self.work, self.records = work, iter(records)
        self.lock = threading.Lock()
        self.faults, self.stopped = [], False

    def run(self, side_by_side, found):
        """Calls `found` with each answer, one at a time."""
        workers = [threading.Thread(target=self.worker, args=(found,), daemon=True)
                   for _ in range(side_by_side)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.stopped = True
            for worker in workers:
                worker.join()

    def worker(self, found):
        while True:
            with self.lock:
                record = None if self.stopped else next(self.records, None)
            if record is None:
                return
            try:
                answer = self.work(record)
            except Fault as fault:
                with self.lock:
                    self.faults.append(str(fault))
                continue
            with self.lock:
                if answer["stopped"] == "cancelled":
                    self.stopped = True
                else:
                    found(record, answer)
