// SPDX-License-Identifier: Apache-2.0
// Decides what an opened, dropped or pasted file is. Importers for more formats plug in here.
import { plural } from '../base/sizes';
import { through } from '../base/streams';
import { readArguments, type ArgumentsFile } from './arguments';
import { foreignBytes, foreignText, isGzip, type Foreign } from './foreign';
import { isHeadless, modulesIn, programOfShape, withoutPrefixes, type ModuleText } from './modules';
import { isNumpy, readNumpy, type ArrayFile } from './numpy';
import { isNpz, readNpz } from './npz';
import type { Sizes } from './sizes';
import type { Source } from './source';
import { readVectors } from './vectors';

export type Recognized =
  | {
      kind: 'modules';
      modules: ModuleText[];
      /** How they were extracted, or "". */
      note: string;
      /** Of a snapshot. */
      arguments?: ArgumentsFile | null;
      source?: Source | null;
    }
  | { kind: 'arguments'; file: ArgumentsFile }
  /** Of a .npy file, or of an .npz file. */
  | { kind: 'arrays'; files: ArrayFile[] }
  | { kind: 'foreign'; foreign: Foreign }
  /** Not recognized; `text` is null for binary data. */
  | { kind: 'unknown'; text: string | null };

/** A file as an importer converted it, or why it could not. */
export type Converted =
  | {
      /** "StableHLO", "an HloProto" */
      format: string;
      module: ModuleText;
      /** What was lost, or "". */
      note: string;
      arguments: ArgumentsFile | null;
      source: Source | null;
    }
  | { format: string; failure: string; sizes?: Sizes | null };

/** Turns files of another format into HLO. */
export interface Importer {
  /** Whether it takes a file; `text` is null for binary data. */
  takes: (bytes: Uint8Array, text: string | null) => boolean;
  /** Null for a file of an unknown format. Throws an error for people if it does not work. */
  read: (bytes: Uint8Array, text: string | null, sizes: Sizes) => Promise<Converted | null>;
}

/** Tried in this order, before a file is reported as foreign. */
export const IMPORTERS: Importer[] = [];

/** Files that unpack to more than this are not opened. */
const MAX_BYTES = 64 << 20;

/** Null for malformed data, and for too much. */
const unzipped = (bytes: Uint8Array): Promise<Uint8Array | null> =>
  through(bytes, new DecompressionStream('gzip'), MAX_BYTES).catch(() => null);

/** The text of bytes, or null if they are not text. */
export function textOf(bytes: Uint8Array): string | null {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!wide && bytes.subarray(0, 4096).includes(0)) return null;
  try {
    const encoding = wide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const JSON_FILE: Foreign = {
  what: 'JSON, but neither a list of arguments nor vectors',
  advice: 'A list of arguments has one entry for each parameter, as in [[1, 2], 3].',
  code: [],
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How many lines of a text are not in what is kept of it, or "". */
export function removedText(text: string, kept: readonly string[], format: string): string {
  const lines = (part: string): number =>
    part.split('\n').filter((line) => line.trim() !== '').length;
  const left = kept.reduce((sum, part) => sum - lines(part), lines(withoutPrefixes(text)));
  if (left <= 0) return '';
  const [are, were] = left === 1 ? ['is', 'was'] : ['are', 'were'];
  return `${plural(left, 'line')} that ${are} not ${format} ${were} removed`;
}

function recognizeText(text: string): Recognized {
  const modules = modulesIn(text);
  if (modules.length > 0) {
    const kept = modules.map((module) => module.text);
    return { kind: 'modules', modules, note: removedText(text, kept, 'HLO') };
  }
  const vectors = /^\s*\{/.test(text) ? readVectors(text) : null;
  if (vectors !== null && vectors.modules.length > 0) {
    const { modules, others } = vectors;
    const note =
      others > 0
        ? `${plural(others, 'case')} that cannot run here ${others === 1 ? 'was' : 'were'} left out`
        : '';
    return { kind: 'modules', modules, note };
  }
  if (/^\s*[[{]/.test(text)) {
    const file = readArguments(text);
    if (file !== null) return { kind: 'arguments', file };
    if (isJson(text)) return { kind: 'foreign', foreign: JSON_FILE };
  }
  const shape = programOfShape(text);
  if (shape !== null) return { kind: 'modules', modules: [shape], note: '' };
  // Instructions or computations without a module around them.
  if (isHeadless(text)) return { kind: 'modules', modules: [{ name: '', text }], note: '' };
  const foreign = foreignText(text);
  if (foreign === null) return { kind: 'unknown', text };
  return { kind: 'foreign', foreign };
}

async function convert(
  importer: Importer,
  bytes: Uint8Array,
  text: string | null,
  given: Sizes,
): Promise<Recognized | null> {
  const failed = (what: string, advice: string, sizes?: Sizes | null): Recognized => ({
    kind: 'foreign',
    foreign: { what, advice, code: [], importable: true, ...(sizes && { sizes }) },
  });
  try {
    const found = await importer.read(bytes, text, given);
    if (found === null) return null;
    if ('failure' in found) return failed(found.format, found.failure, found.sizes);
    const { format, module, note } = found;
    return {
      kind: 'modules',
      modules: [module],
      note: `converted from ${format}` + (note === '' ? '' : `; ${note}`),
      arguments: found.arguments,
      source: found.source,
    };
  } catch (error) {
    return failed('another format', error instanceof Error ? error.message : String(error));
  }
}

/** Arrays of NumPy, if all could be read. */
function arraysOf(read: (ArrayFile | string)[]): Recognized {
  const problem = read.find((file) => typeof file === 'string');
  const files = read.filter((file) => typeof file !== 'string');
  if (problem === undefined && files.length > 0) return { kind: 'arrays', files };
  const advice = `It was not read: ${problem ?? 'it has no arrays'}.`;
  return { kind: 'foreign', foreign: { what: 'a file of NumPy', advice, code: [] } };
}

/** `sizes`: those that the file leaves open, as far as they are known. */
export async function recognize(bytes: Uint8Array, sizes: Sizes = {}): Promise<Recognized> {
  if (isGzip(bytes)) {
    const inside = await unzipped(bytes);
    return inside === null ? { kind: 'unknown', text: null } : recognize(inside, sizes);
  }
  const text = textOf(bytes);
  const importer = IMPORTERS.find((entry) => entry.takes(bytes, text));
  const converted = importer === undefined ? null : await convert(importer, bytes, text, sizes);
  if (converted !== null) return converted;
  if (isNumpy(bytes)) return arraysOf([readNumpy(bytes)]);
  if (isNpz(bytes)) return arraysOf(await readNpz(bytes));
  if (text !== null) return recognizeText(text);
  const foreign = foreignBytes(bytes);
  return foreign === null ? { kind: 'unknown', text: null } : { kind: 'foreign', foreign };
}
