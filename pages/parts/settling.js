// Scrolls `feed` until nothing moves any more: what comes into view gets its true height only then,
// and pushes the rest about. Whoever scrolls meanwhile has the last word.
const STILL = 8;

class Settling {
  constructor(feed) {
    for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      feed.addEventListener(kind, () => this.stop(), { passive: true });
    }
  }

  // Calls `aim`, which says whether it had to move something, until it has not for a while.
  by(aim) {
    this.stop();
    let still = 0;
    const round = () => {
      still = aim() ? 0 : still + 1;
      if (still < STILL) this.frame = requestAnimationFrame(round);
    };
    round();
  }

  stop() {
    cancelAnimationFrame(this.frame);
  }
}
