// SPDX-License-Identifier: Apache-2.0
import type { Diagnostic } from '../engine/types';

type Fix = Diagnostic['fixes'][number];

/** What a fix does, for its button. */
export function fixText({ span, replacement }: Fix): string {
  if (replacement === '') return 'Fix: remove this';
  return `Fix: ${span[0] === span[1] ? 'insert' : 'write'} ${replacement}`;
}
