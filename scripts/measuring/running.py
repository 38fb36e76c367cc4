"""Runs commands, and says what they took. Needs Unix."""
import os
import signal
import subprocess
import sys
import threading
import time

from measuring import answers


class Runner:
    """Runs commands, several at a time if it is asked so, until it is stopped."""

    def __init__(self):
        self.stopped, self.running = False, set()

    def stop(self):
        """Ends what runs; nothing is run any more."""
        self.stopped = True
        for pid in list(self.running):
            kill(pid)

    def run(self, command, limit):
        """What a command took, and the lines that it printed; nothing after a stop. It is ended when it takes
        much more than its limit."""
        if self.stopped:
            return None
        begun = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env=answers.ALONE, start_new_session=True)
        self.running.add(process.pid)
        if self.stopped:
            kill(process.pid)
        end = threading.Timer(min(3 * limit + 120, threading.TIMEOUT_MAX), kill, [process.pid])
        end.start()
        with process.stdout:
            printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        taken, process.returncode = time.monotonic() - begun, os.waitstatus_to_exitcode(status)
        end.cancel()
        self.running.remove(process.pid)
        cost = {"seconds": round(taken, 4), "processor": round(usage.ru_utime + usage.ru_stime, 4),
                "memory_mib": usage.ru_maxrss >> (20 if sys.platform == "darwin" else 10), "status": process.returncode}
        return None if self.stopped else (cost, printed.splitlines())


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
