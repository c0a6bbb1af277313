// SPDX-License-Identifier: Apache-2.0

type Bytes = Uint8Array<ArrayBuffer>;

interface GenericTransform {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}

export class TooLarge extends Error {}

/** What a stream makes of bytes. Rejects with TooLarge beyond `most` bytes, and if they are malformed. */
export async function through(
  bytes: Uint8Array,
  stream: GenericTransform,
  most = Infinity,
): Promise<Bytes> {
  const pair = stream as ReadableWritablePair<Bytes, Bytes>;
  const reader = new Blob([bytes.slice()]).stream().pipeThrough(pair).getReader();
  const parts: Bytes[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new TooLarge();
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
