// SPDX-License-Identifier: Apache-2.0
// Edits that the page offers, as changes of the editor's text.
import { byteToUnit } from '../base/text';
import type { Span } from '../engine/types';

/** In bytes of the text that was read. */
export interface Edit {
  span: Span;
  replacement: string;
}

/** In units of the editor's text. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Edits of the text `read` as changes of the text `now`. None when the texts differ: the places of one
 *  mean nothing in the other. */
export function changesOf(read: string, now: string, edits: readonly Edit[]): Change[] {
  if (read !== now) return [];
  const unit = byteToUnit(read);
  return edits.map(({ span, replacement }) => ({
    from: unit(span[0]),
    to: unit(span[1]),
    insert: replacement,
  }));
}
