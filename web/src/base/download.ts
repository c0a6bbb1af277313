// SPDX-License-Identifier: Apache-2.0
/** Saves a file in the browser's way. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const anchor = document.createElement('a');
  const type = typeof content === 'string' ? 'text/plain' : 'application/octet-stream';
  anchor.href = URL.createObjectURL(new Blob([content], { type }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
