// How long a session has been looked at: time in which the tab is hidden, or in which nobody stirs
// for a minute, does not count.
const LONGEST = 86_400;
const IDLE = 60_000;
const STIRS = ["keydown", "pointermove", "pointerdown", "wheel", "touchmove"];

class Clock {
  constructor(signal) {
    this.restart();
    document.addEventListener("visibilitychange", () => this.turn(), { signal });
    for (const kind of STIRS) document.addEventListener(kind, () => this.stir(), { signal, capture: true, passive: true });
  }

  restart() {
    this.spent = 0;
    this.stirred = performance.now();
    this.since = document.hidden ? null : this.stirred;
  }

  // Whoever comes back after a pause begins to count anew; the minute before the pause was counted.
  stir() {
    if (performance.now() - this.stirred > IDLE) this.turn();
    this.stirred = performance.now();
  }

  turn() {
    const now = performance.now();
    if (this.since !== null) this.spent += Math.max(0, Math.min(now, this.stirred + IDLE) - this.since);
    this.since = document.hidden ? null : now;
  }

  // Returns the seconds since the last taking.
  take() {
    this.turn();
    const seconds = Math.min(LONGEST, Math.round(this.spent / 100) / 10);
    this.restart();
    return seconds;
  }
}
