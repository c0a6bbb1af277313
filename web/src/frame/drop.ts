// SPDX-License-Identifier: Apache-2.0
// Files may be dropped anywhere on the page.
import { useEffect, useState } from 'preact/hooks';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Whether files are held over the page; `open` gets those that are dropped. */
export function useDrop(open: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      // The editor would insert them as text.
      event.stopPropagation();
      open([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', onOver, true);
    document.addEventListener('dragleave', onLeave, true);
    document.addEventListener('drop', onDrop, true);
    return () => {
      document.removeEventListener('dragover', onOver, true);
      document.removeEventListener('dragleave', onLeave, true);
      document.removeEventListener('drop', onDrop, true);
    };
  }, [open]);
  return over;
}
