// SPDX-License-Identifier: Apache-2.0
// The gallery: each .hlo file begins with `// title:`, `// try:` and optional settings.
import { readInput, type Input } from '../engine/inputs';
import { PANES, type Pane } from '../state/state';
import { type Selection } from '../program/selection';

export interface Example {
  id: string;
  title: string;
  /** What to try, in a sentence. */
  hint: string;
  inputs: Input[];
  pane: Pane;
  selection: Selection | null;
  text: string;
}

/** Splits a file into its header and the program. */
export function readExample(id: string, file: string): Example {
  const lines = file.split('\n');
  const header = new Map<string, string>();
  let at = 0;
  for (; at < lines.length; at++) {
    const match = /^\/\/ ([a-z]+): (.*)$/.exec(lines[at] ?? '');
    if (match === null) break;
    header.set(match[1] ?? '', match[2] ?? '');
  }
  while (lines[at]?.trim() === '') at++;
  const pane = PANES.find((name) => name === header.get('pane')) ?? 'value';
  const [computation, instruction] = (header.get('select') ?? '').split('/');
  const inputs = JSON.parse(header.get('inputs') ?? '[]') as unknown[];
  return {
    id,
    title: header.get('title') ?? id,
    hint: header.get('try') ?? '',
    inputs: inputs.map(readInput),
    pane,
    selection: computation && instruction ? { computation, instruction } : null,
    text: lines.slice(at).join('\n'),
  };
}

const files = import.meta.glob<string>('./*.hlo', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In the order of the menu: files are named NN_name.hlo. */
export const EXAMPLES: readonly Example[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, file]) => readExample(path.replace(/^\.\/\d+_|\.hlo$/g, ''), file));
