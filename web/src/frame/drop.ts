// SPDX-License-Identifier: Apache-2.0
// Files and folders may be dropped anywhere on the page.
import { useEffect, useState } from 'preact/hooks';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** At most this many files of a folder are read. */
const MAX_FILES = 4000;

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => {
    entry.file(resolve, () => resolve(null));
  });

/** The next entries of a folder: a browser gives about 100 at a time, and none at the end. */
const entriesOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve) => {
    reader.readEntries(resolve, () => resolve([]));
  });

/** The files in some entries, those of folders inside as well. */
async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry && files.length < MAX_FILES; entry = waiting.pop()) {
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file !== null) files.push(file);
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (let more = await entriesOf(reader); more.length > 0; more = await entriesOf(reader)) {
        waiting.push(...more);
      }
    }
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}

/** Calls `open` with what was dropped. The transfer is empty once the event is over. */
function openDropped(transfer: DataTransfer, open: (files: File[]) => void): void {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.some(({ isDirectory }) => isDirectory)) void filesIn(entries).then(open);
  else open([...transfer.files]);
}

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
      if (event.dataTransfer !== null) openDropped(event.dataTransfer, open);
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
