// SPDX-License-Identifier: Apache-2.0
// What the part of the address after `#` holds: a version character, then data of that version.
// Version 1: JSON of `Shared`, deflate-raw, base64url. A link once made stays readable for ever:
// a change of meaning takes the next version character and keeps the reader of the old ones.

export interface Shared {
  text: string;
  /** How each entry parameter is filled; see inputs.ts. */
  inputs?: unknown[];
  /** "computation/instruction" */
  selection?: string;
  pane?: string;
  theme?: string;
  /** A layout being tried. */
  layout?: string;
}

const VERSION = '1';

type Bytes = Uint8Array<ArrayBuffer>;

async function through(bytes: Bytes, stream: GenericTransform): Promise<Bytes> {
  const pair = stream as ReadableWritablePair<Bytes, Bytes>;
  const piped = new Blob([bytes]).stream().pipeThrough(pair);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
interface GenericTransform {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export async function encodeShared(shared: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  return VERSION + toBase64Url(await through(json, new CompressionStream('deflate-raw')));
}

const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Null for what is no link of ours, damaged or of a version still to come. */
export async function decodeShared(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(VERSION)) return null;
  try {
    const packed = fromBase64Url(fragment.slice(1));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const raw = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof raw['text'] !== 'string') return null;
    const shared: Shared = { text: raw['text'] };
    if (Array.isArray(raw['inputs'])) shared.inputs = raw['inputs'];
    for (const key of ['selection', 'pane', 'theme', 'layout'] as const) {
      const value = optionalText(raw[key]);
      if (value !== undefined) shared[key] = value;
    }
    return shared;
  } catch {
    return null;
  }
}
