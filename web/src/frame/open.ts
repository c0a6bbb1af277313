// SPDX-License-Identifier: Apache-2.0
import type { Example } from '../examples/read';
import { newProgramId } from '../state/sharing';
import type { Dispatch } from '../state/store';

export function openExample(dispatch: Dispatch, example: Example): void {
  const { text, inputs, selection, pane } = example;
  dispatch({ kind: 'open', program: newProgramId(), text, example, inputs, selection, pane });
}
