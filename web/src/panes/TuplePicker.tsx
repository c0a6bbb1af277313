// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import type { Dispatch } from '../state/store';

export interface TupleLeaf {
  path: readonly number[];
  shape: string;
}

/** Chooses the array that the panes show of a tuple. */
export function TuplePicker(props: {
  leaves: readonly TupleLeaf[];
  path: readonly number[];
  dispatch: Dispatch;
}): JSX.Element | null {
  const { leaves, path, dispatch } = props;
  if (leaves.length < 2) return null;
  return (
    <label class="field">
      <span class="quiet">element of the tuple</span>
      <select
        value={JSON.stringify(path)}
        onChange={(event) =>
          dispatch({ kind: 'path', path: JSON.parse(event.currentTarget.value) as number[] })
        }
      >
        {leaves.map((entry) => (
          <option key={JSON.stringify(entry.path)} value={JSON.stringify(entry.path)}>
            {`{${entry.path.join(',')}}  ${entry.shape}`}
          </option>
        ))}
      </select>
    </label>
  );
}
