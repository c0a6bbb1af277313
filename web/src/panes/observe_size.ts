// SPDX-License-Identifier: Apache-2.0

/** Reports sizes of an element in the next frame: changes during the notification itself would be errors of
 *  the page. Returns what ends it. */
export function observeSize(element: Element | null, changed: () => void): () => void {
  if (element === null) return () => undefined;
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changed);
  });
  observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
