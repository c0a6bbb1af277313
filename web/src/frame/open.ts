// SPDX-License-Identifier: Apache-2.0
import type { Example } from '../examples/read';
import type { Dispatch } from '../state/store';

export function openExample(dispatch: Dispatch, example: Example): void {
  const { text, inputs, selection, pane } = example;
  dispatch({ kind: 'open', text, example, inputs, selection, pane });
}
