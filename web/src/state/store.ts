// SPDX-License-Identifier: Apache-2.0
import { INITIAL, reduce, type Action, type State } from './state';

export type Dispatch = (action: Action) => void;

export interface Store {
  state: () => State;
  dispatch: Dispatch;
  subscribe: (listener: (state: State, before: State) => void) => () => void;
}

export function createStore(initial: State = INITIAL): Store {
  let state = initial;
  const listeners = new Set<(state: State, before: State) => void>();
  return {
    state: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state !== before) for (const listener of [...listeners]) listener(state, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
