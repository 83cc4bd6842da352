// Times, as the page sees them: a key goes down, and a new picture has been painted.
(root) => {
  const bench = { keys: [], painted: [] };
  const note = () => requestAnimationFrame(() => {
    const channel = new MessageChannel(); // runs after this frame is painted
    channel.port1.onmessage = () => bench.painted.push(performance.now());
    channel.port2.postMessage(0);
  });
  let due = false;
  const observer = new MutationObserver((records) => {
    const pictures = records.flatMap((record) => [...record.addedNodes]).flatMap((node) =>
      node.nodeType !== 1 ? [] : node.matches("img") ? [node] : [...node.querySelectorAll("img")]);
    for (const picture of pictures) picture.decode().then(note, () => {});
    const cells = records.some(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(".attn-cell"));
    if (!cells || due) return;
    due = true; // many cells of one frame are one picture
    requestAnimationFrame(() => (due = false));
    note();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-level"] });
  const key = (event) => bench.keys.push(event.timeStamp);
  document.addEventListener("keydown", key, true);
  window.attnMeasured = () => {
    observer.disconnect();
    document.removeEventListener("keydown", key, true);
    return bench;
  };
}
