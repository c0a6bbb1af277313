// SPDX-License-Identifier: Apache-2.0
// What every pane gets: the state, a way to change it, and questions to the engine.
import type { Ask } from '../engine/protocol';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

export interface PaneProps {
  state: State;
  dispatch: Dispatch;
  ask: Ask;
}
