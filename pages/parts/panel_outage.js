// While the server does not answer, Streamlit covers the page. Labelling goes on all the same, and
// says itself what waits: so the cover is taken away.
function keepUncovered(signal) {
  const uncover = () => {
    for (const dialog of document.querySelectorAll('[data-testid="stDialog"] [role="dialog"]')) {
      const isOutage = dialog.querySelector("h2")?.textContent === "Connection error";
      if (isOutage) dialog.querySelector('button[aria-label="Close"]')?.click();
    }
  };
  const watch = new MutationObserver(uncover);
  watch.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());
}
