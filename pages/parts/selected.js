// What a reader has selected within one article of a transcript.
const LONGEST_QUOTE = 2_000;

// Returns {article, quote}; null where nothing is selected, or more than one article says.
function selectedIn(element) {
  const selection = root(element).getSelection?.() ?? window.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const home = (place) => (place instanceof Element ? place : place.parentElement)?.closest("article");
  const { startContainer, endContainer } = selection.getRangeAt(0);
  const article = home(startContainer);
  const quote = selection.toString().trim().slice(0, LONGEST_QUOTE);
  return quote && article && home(endContainer) === article ? { article, quote } : null;
}
