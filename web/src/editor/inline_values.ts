// SPDX-License-Identifier: Apache-2.0
// The value of each instruction at the end of its line. The widgets move with edits until new
// values come, so nothing jumps while one types.
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { Preview } from '../engine/types';
import type { ProgramIndex } from '../program/program_index';

export const setInlineValues = StateEffect.define<DecorationSet>();

class ValueWidget extends WidgetType {
  constructor(
    private readonly text: string,
    private readonly executions: number,
    private readonly nonFinite: boolean,
  ) {
    super();
  }

  override eq(other: ValueWidget): boolean {
    return (
      other.text === this.text &&
      other.executions === this.executions &&
      other.nonFinite === this.nonFinite
    );
  }

  override toDOM(): HTMLElement {
    const made = document.createElement('span');
    made.className = this.nonFinite ? 'inline-value nonfinite' : 'inline-value';
    // The value pane says the same to a screen reader, in a form that can be walked.
    made.setAttribute('aria-hidden', 'true');
    made.textContent = this.text;
    if (this.executions > 1) {
      const times = document.createElement('span');
      times.className = 'times';
      times.textContent = `×${this.executions}`;
      times.title = `ran ${this.executions} times; this is the last value`;
      made.append(times);
    }
    return made;
  }
}

export function inlineValues(
  index: ProgramIndex,
  previews: readonly Preview[],
  lineEnd: (at: number) => number,
): DecorationSet {
  const widgets = previews.flatMap((preview) => {
    const instruction = index.byId(preview.instruction);
    if (instruction === null) return [];
    const widget = new ValueWidget(preview.text, preview.executions, preview.nonFinite);
    return [Decoration.widget({ widget, side: 1 }).range(lineEnd(instruction.whole.to))];
  });
  return Decoration.set(widgets, true);
}

export const inlineValueField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(values, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setInlineValues)) return effect.value;
    }
    return values.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
