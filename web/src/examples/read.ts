// SPDX-License-Identifier: Apache-2.0
// A file of the gallery begins with `// title:`, `// group:`, `// try:` and optional settings.
import { PANES, type Pane } from '../base/views';
import { readInput, type Input } from '../engine/inputs';
import type { Selection } from '../program/selection';

export interface Example {
  id: string;
  title: string;
  /** Its heading in the menu. */
  group: string;
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
    group: header.get('group') ?? '',
    hint: header.get('try') ?? '',
    inputs: inputs.map(readInput),
    pane,
    selection: computation && instruction ? { computation, instruction } : null,
    text: lines.slice(at).join('\n'),
  };
}
