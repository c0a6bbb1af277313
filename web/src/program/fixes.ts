// SPDX-License-Identifier: Apache-2.0
// All fixes of a message, each a click.
import type { Diagnostic } from '../engine/types';
import type { Evaluation } from './evaluation';
import type { Message } from './messages';
import { repairsOf, type Repair } from './repairs';

type Fix = Diagnostic['fixes'][number];

/** What a fix of the engine does, for its button. */
export function fixText({ span, replacement }: Fix): string {
  if (replacement === '') return 'remove this';
  return `${span[0] === span[1] ? 'insert' : 'write'} ${replacement.trim()}`;
}

export function fixesOf(evaluation: Evaluation, message: Message): Repair[] {
  const own = message.fixes.map((fix) => ({ label: fixText(fix), edits: [fix] }));
  return [...own, ...repairsOf(evaluation, message)];
}
