// SPDX-License-Identifier: Apache-2.0
// Files of NumPy that end in .npz: zip archives of arrays.
import { through } from '../base/streams';
import { readNumpy, type ArrayFile } from './numpy';

/** Archives that unpack to more than this are not read. */
const MAX_BYTES = 64 << 20;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Of the local header. */
  at: number;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The directory of an archive; null if it has none. */
function entriesOf(bytes: Uint8Array): Entry[] | null {
  const view = viewOf(bytes);
  let end = bytes.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) return null;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) return null;
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function contentOf(bytes: Uint8Array, entry: Entry): Promise<Uint8Array | null> {
  const view = viewOf(bytes);
  if (entry.at + 30 > bytes.length || view.getUint32(entry.at, true) !== LOCAL) return null;
  const begin =
    entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const packed = bytes.subarray(begin, begin + entry.packed);
  if (packed.length < entry.packed) return null;
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) return null;
  // No more than the directory says, of which the sum is limited.
  return through(packed, new DecompressionStream('deflate-raw'), entry.size).catch(() => null);
}

/** Whether bytes are a zip archive whose first file is an array. */
export function isNpz(bytes: Uint8Array): boolean {
  if (bytes.length < 30 || viewOf(bytes).getUint32(0, true) !== LOCAL) return false;
  const length = viewOf(bytes).getUint16(26, true);
  return new TextDecoder().decode(bytes.subarray(30, 30 + length)).endsWith('.npy');
}

/** The arrays in their order, each or why it cannot be read. */
export async function readNpz(bytes: Uint8Array): Promise<(ArrayFile | string)[]> {
  const entries = entriesOf(bytes);
  if (entries === null) return ['the archive is cut short'];
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_BYTES) return [`it unpacks to more than ${MAX_BYTES >> 20} MiB`];
  return Promise.all(
    entries.map(async (entry) => {
      const content = await contentOf(bytes, entry);
      const name = entry.name.replace(/\.npy$/, '');
      const read = content === null ? 'it cannot be unpacked' : readNumpy(content);
      return typeof read === 'string' ? `${name}: ${read}` : { ...read, name };
    }),
  );
}
