// SPDX-License-Identifier: Apache-2.0
// What the part of the address after `#` holds: a version character, then data of that version. A link
// once made stays readable for ever: a change of meaning takes the next version character and keeps
// the reader of the old ones.
//   1, 2: JSON of `Shared`, deflate-raw, base64url. Parameters without an input were filled with iota
//         in version 1; since then with what suits them (engine/inputs.ts).
//   h:    the name of a program that the browser keeps (keeping.ts); such an address is of use in the
//         browser that made it alone.
import { TooLarge, through } from '../base/streams';
import type { Sizes } from '../intake/sizes';

/** A module of a file that has several. */
export interface SharedModule {
  name: string;
  text: string;
  source?: string;
  /** Those that were given for the source. */
  sizes?: Sizes;
  inputs?: unknown[];
}

export interface Shared {
  text: string;
  /** The name of the file or module. */
  title?: string;
  /** What the text was imported from, and the sizes that were given for it. */
  source?: string;
  sizes?: Sizes;
  /** The modules of the file, of which number `module` is open: its text is above. */
  modules?: SharedModule[];
  module?: number;
  /** How each entry parameter is filled; see inputs.ts. */
  inputs?: unknown[];
  /** What fills the others: "iota", or what suits them. */
  defaults?: string;
  /** "computation/instruction" */
  selection?: string;
  pane?: string;
  theme?: string;
  /** A layout being tried. */
  layout?: string;
  /** What is shown of the value: tuple element, leading coordinates, pinned element. */
  path?: number[];
  slice?: number[];
  element?: number;
  device?: number;
  /** Of loops that show another iteration than the last one; by "computation/instruction". */
  iterations?: Record<string, number>;
}

export type Decoded =
  | { kind: 'nothing' }
  | { kind: 'shared'; shared: Shared }
  | { kind: 'kept'; id: string }
  /** Why there is no program, in a sentence. */
  | { kind: 'problem'; reason: string };

const VERSION = '2';
const READABLE = ['1', '2'];
const KEPT = 'h';
/** A link that unpacks to more is not a program, but an attempt to exhaust the memory. */
const MAX_BYTES = 8 << 20;

/** What other programs still pass on whole. */
export const LONGEST_LINK = 8000;

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export async function encodeShared(shared: Shared): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(shared));
  return VERSION + toBase64Url(await through(json, new CompressionStream('deflate-raw')));
}

export const keptFragment = (id: string): string => KEPT + id;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length < 64 && value.every((item) => Number.isSafeInteger(item));

function readModules(raw: unknown): SharedModule[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { name, text, source, sizes, inputs } = entry as Record<string, unknown>;
    if (typeof name !== 'string' || typeof text !== 'string') return [];
    const module: SharedModule = { name, text };
    if (typeof source === 'string') module.source = source;
    const known = readNumbers(sizes);
    if (known !== null) module.sizes = known;
    if (Array.isArray(inputs)) module.inputs = inputs;
    return [module];
  });
}

function readNumbers(raw: unknown): Record<string, number> | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
  const entries = Object.entries(raw as Record<string, unknown>);
  return isNumbers(entries.map(([, value]) => value))
    ? (Object.fromEntries(entries) as Record<string, number>)
    : null;
}

function readShared(raw: unknown): Shared | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const fields = raw as Record<string, unknown>;
  if (typeof fields['text'] !== 'string') return null;
  const shared: Shared = { text: fields['text'] };
  if (Array.isArray(fields['inputs'])) shared.inputs = fields['inputs'];
  for (const key of [
    'title',
    'source',
    'defaults',
    'selection',
    'pane',
    'theme',
    'layout',
  ] as const) {
    const value = fields[key];
    if (typeof value === 'string') shared[key] = value;
  }
  for (const key of ['path', 'slice'] as const) {
    const value = fields[key];
    if (isNumbers(value)) shared[key] = value;
  }
  for (const key of ['element', 'device'] as const) {
    const value = fields[key];
    if (Number.isSafeInteger(value)) shared[key] = value as number;
  }
  for (const key of ['iterations', 'sizes'] as const) {
    const value = readNumbers(fields[key]);
    if (value !== null) shared[key] = value;
  }
  const modules = readModules(fields['modules']);
  const module = Number(fields['module'] ?? 0);
  if (modules[module] !== undefined) Object.assign(shared, { modules, module });
  return shared;
}

const problem = (reason: string): Decoded => ({ kind: 'problem', reason });
const DAMAGED = 'This link is damaged: a part of it is missing, or was changed on the way.';

export async function decodeFragment(fragment: string): Promise<Decoded> {
  if (fragment === '') return { kind: 'nothing' };
  const version = fragment[0] ?? '';
  if (version === KEPT) return { kind: 'kept', id: fragment.slice(1) };
  if (!READABLE.includes(version)) {
    return problem(
      'This link was made by a newer version of this page, or it is not a link of this page.',
    );
  }
  try {
    const packed = fromBase64Url(fragment.slice(1));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'), MAX_BYTES);
    const shared = readShared(JSON.parse(new TextDecoder().decode(bytes)));
    if (shared === null) return problem(DAMAGED);
    if (version === '1') shared.defaults = 'iota';
    return { kind: 'shared', shared };
  } catch (error) {
    const most = `${MAX_BYTES >> 20} MiB`;
    return problem(
      error instanceof TooLarge
        ? `This link unpacks to more than ${most}; it was not opened.`
        : DAMAGED,
    );
  }
}
