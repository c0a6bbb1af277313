// SPDX-License-Identifier: Apache-2.0
// Back to the previous computation and forward again: Alt and the arrow keys, as in editors. Where there
// is nothing to go back to, the browser goes back.
import type { EditorHandle } from '../editor/controller';
import { isTyping } from './keys';
import { rootOf, type Selection } from '../program/selection';
import type { State } from '../state/state';
import type { Store } from '../state/store';

const LONGEST = 100;
const IS_MAC = typeof navigator !== 'undefined' && /^(?:Mac|iP)/.test(navigator.platform);

/** The selections before and after the one on show. */
export class Trail {
  private readonly before: Selection[] = [];
  private after: Selection[] = [];

  /** `from` was left for an instruction in another computation. */
  note(from: Selection): void {
    this.before.push(from);
    if (this.before.length > LONGEST) this.before.shift();
    this.after = [];
  }

  /** Where to go from `here`, back (-1) or forward (1); null if there is nothing. */
  step(here: Selection | null, by: -1 | 1): Selection | null {
    const [taken, given] = by < 0 ? [this.before, this.after] : [this.after, this.before];
    const next = taken.pop();
    if (next === undefined) return null;
    if (here !== null) given.push(here);
    return next;
  }

  clear(): void {
    this.before.length = 0;
    this.after = [];
  }
}

/** What is on show before anything is selected. */
function rootOfProgram({ evaluation }: State): Selection | null {
  const root = evaluation && rootOf(evaluation.analysis);
  return root && { computation: root.computation, instruction: root.instruction };
}

export function followTrail(
  { state, dispatch, subscribe }: Store,
  editor: () => EditorHandle | null,
): () => void {
  const trail = new Trail();
  let stepping = false;
  const unsubscribe = subscribe((next, before) => {
    if (next.program !== before.program || next.module !== before.module) return trail.clear();
    if (stepping || next.selection === before.selection) return;
    const from = before.selection ?? rootOfProgram(before);
    if (from !== null && from.computation !== next.selection?.computation) trail.note(from);
  });
  const onKey = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const isStep = key === 'ArrowLeft' || key === 'ArrowRight';
    if (!isStep || !altKey || ctrlKey || metaKey || shiftKey) return;
    // On a Mac, they move by words in a text.
    if (IS_MAC && isTyping(event.target)) return;
    const selection = trail.step(state().selection, key === 'ArrowLeft' ? -1 : 1);
    if (selection === null) return;
    event.preventDefault();
    event.stopPropagation();
    stepping = true;
    dispatch({ kind: 'select', selection });
    stepping = false;
    if (document.activeElement?.closest('.cm-content')) editor()?.focus();
  };
  // Before the editor, which has a meaning of its own for these keys.
  document.addEventListener('keydown', onKey, true);
  return () => {
    unsubscribe();
    document.removeEventListener('keydown', onKey, true);
  };
}
