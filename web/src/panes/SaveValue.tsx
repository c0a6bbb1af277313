// SPDX-License-Identifier: Apache-2.0
// Takes a value out of the page: as a file of NumPy, or as JSON for an argument.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../base/download';
import type { Ask } from '../engine/protocol';
import { writeNumpy } from '../intake/numpy';

interface SaveProps {
  ask: Ask;
  program: number;
  device: number;
  instruction: number;
  name: string;
  path: readonly number[];
  type: string;
  dims: readonly number[];
}

interface Literal {
  data?: unknown;
  tuple?: Literal[];
}

export function SaveValue(props: SaveProps): JSX.Element {
  const { ask, program, device, instruction, name, path, type, dims } = props;
  const [said, setSaid] = useState('');
  const data = async (): Promise<unknown> => {
    let literal = JSON.parse(await ask('literal', program, device, instruction)) as Literal;
    for (const k of path) literal = literal.tuple?.[k] ?? {};
    return literal.data;
  };
  const save = async (): Promise<void> => {
    const file = `${[name, ...path].join('.')}.npy`;
    download(file, writeNumpy(type, dims, await data()));
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(JSON.stringify(await data()));
    setSaid('copied');
  };
  const done = (what: Promise<void>): void => {
    what.catch(() => setSaid('The browser did not allow it.'));
  };
  return (
    <p class="save-value">
      <button class="plain" onClick={() => done(save())} title="all elements, for NumPy">
        Save .npy
      </button>
      <button
        class="plain"
        onClick={() => done(copy())}
        title="all elements as nested lists, which an input takes"
      >
        Copy as JSON
      </button>
      <span class="quiet" role="status">
        {said}
      </span>
    </p>
  );
}
