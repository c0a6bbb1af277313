// SPDX-License-Identifier: Apache-2.0
// What every pane gets: the state, a way to change it, questions to the engine, and the text.
import type { Ask } from '../engine/protocol';
import type { Span } from '../engine/types';
import type { Edit } from '../program/edits';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

/** What panes do with the text. Spans are those of the last analysis. */
export interface TextActions {
  goTo: (span: Span) => void;
  /** Writes something else in the place of a span, which `make` is given. */
  replace: (span: Span, make: (old: string) => string) => void;
  /** Makes several edits at once. */
  edit: (edits: readonly Edit[]) => void;
}

export interface PaneProps {
  state: State;
  dispatch: Dispatch;
  ask: Ask;
  text: TextActions;
}
