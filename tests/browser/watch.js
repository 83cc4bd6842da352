// Watches one explorer while it is driven: when something changed, which nodes went, how high it was.
(root) => {
  const inControl = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest(".attn-slider");
  const watch = { changes: [], replaced: [], heights: new Set(), frames: 0 };
  const note = () => watch.heights.add(Math.round(root.getBoundingClientRect().height * 10) / 10);
  let lastFrame = -1;
  let frame = 0;
  const tick = () => {
    frame += 1;
    note();
    watch.timer = requestAnimationFrame(tick);
  };
  const observer = new MutationObserver((records) => {
    const seen = records.filter((record) => !inControl(record.target));
    if (seen.length === 0) return;
    watch.changes.push(performance.now());
    if (frame !== lastFrame) watch.frames += 1;
    lastFrame = frame;
    for (const record of records)
      for (const node of record.removedNodes)
        if (node.nodeType === 1) watch.replaced.push(node.outerHTML.slice(0, 120));
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  tick();
  window.attnStop = () => {
    observer.disconnect();
    cancelAnimationFrame(watch.timer);
    note();
    return { changes: watch.changes, replaced: watch.replaced, heights: [...watch.heights], frames: watch.frames,
             now: performance.now() };
  };
  return true;
}
