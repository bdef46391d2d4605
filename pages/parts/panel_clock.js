// How long a session has been looked at: time in which the tab is hidden does not count.
const LONGEST = 86_400;

class Clock {
  constructor(signal) {
    this.restart();
    document.addEventListener("visibilitychange", () => this.turn(), { signal });
  }

  restart() {
    this.spent = 0;
    this.since = document.hidden ? null : performance.now();
  }

  turn() {
    if (this.since !== null) this.spent += performance.now() - this.since;
    this.since = document.hidden ? null : performance.now();
  }

  // Returns the seconds since the last taking.
  take() {
    this.turn();
    const seconds = Math.min(LONGEST, Math.round(this.spent / 100) / 10);
    this.restart();
    return seconds;
  }
}
