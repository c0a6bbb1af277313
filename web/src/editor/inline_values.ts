// SPDX-License-Identifier: Apache-2.0
// The value of each instruction at the end of its line. The widgets move with edits until new
// values come, so nothing jumps while one types.
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { Preview } from '../engine/types';
import type { Ask } from '../engine/protocol';
import { deviceCount, deviceIn } from '../engine/devices';
import type { Evaluation } from '../program/evaluation';
import type { ProgramIndex } from '../program/program_index';

const setInlineValues = StateEffect.define<DecorationSet>();

class ValueWidget extends WidgetType {
  constructor(
    private readonly text: string,
    private readonly executions: number,
    private readonly nonFinite: boolean,
    /** Null in a program of one device. */
    private readonly device: number | null,
  ) {
    super();
  }

  override eq(other: ValueWidget): boolean {
    return (
      other.text === this.text &&
      other.executions === this.executions &&
      other.nonFinite === this.nonFinite &&
      other.device === this.device
    );
  }

  /** The value in a box at the end of the text: the cursor there is drawn beside the box, while the
   *  value is moved so that it stays on screen. */
  override toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.append(this.value());
    return box;
  }

  private value(): HTMLElement {
    const made = document.createElement('span');
    made.className = this.nonFinite ? 'inline-value nonfinite' : 'inline-value';
    // Screen readers get the same from the value pane, as a table.
    made.setAttribute('aria-hidden', 'true');
    made.textContent = this.text;
    if (this.device !== null) {
      const device = document.createElement('span');
      device.className = 'times';
      device.textContent = `d${this.device}`;
      device.title = `on device ${this.device}`;
      made.prepend(device, ' ');
    }
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

/** Keeps the cursor out of the part of its line that its value covers. */
export const aroundValues = EditorView.scrollMargins.of((view) => {
  const { node } = view.domAtPos(view.state.selection.main.head);
  const element = node instanceof Element ? node : node.parentElement;
  const value = element?.closest('.cm-line')?.querySelector<HTMLElement>('.inline-value');
  return value == null ? null : { right: value.offsetWidth };
});

/** Lines beyond the edges whose values are fetched as well. */
const MARGIN = 40;
const SCROLL_PAUSE_MS = 40;

/** Shows the values of the lines on screen: those that came with the evaluation, and those that were
 *  fetched when they scrolled into view. */
export class VisibleValues {
  private previews = new Map<number, Preview>();
  /** Instructions whose previews were requested, with or without a result. */
  private asked = new Set<number>();
  private evaluation: Evaluation | null = null;
  private device = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: EditorView,
    private readonly ask: Ask,
  ) {}

  stop(): void {
    clearTimeout(this.timer);
  }

  show(evaluation: Evaluation, device: number, index: ProgramIndex): void {
    const { outcome } = evaluation;
    this.evaluation = evaluation;
    this.device = deviceIn(evaluation.analysis, device);
    // A text that cannot be run has no values, and least of all those of the text before it.
    const previews = outcome !== null && outcome.device === this.device ? outcome.previews : [];
    this.previews = new Map(previews.map((preview) => [preview.instruction, preview]));
    this.asked = new Set(this.previews.keys());
    this.draw(index);
    this.askForMore(index);
  }

  /** Fetches what has scrolled into view, once scrolling pauses. */
  askForMore(index: ProgramIndex | null): void {
    clearTimeout(this.timer);
    if (index === null || this.evaluation === null) return;
    this.timer = setTimeout(() => void this.fetch(index), SCROLL_PAUSE_MS);
  }

  private async fetch(index: ProgramIndex): Promise<void> {
    const { evaluation, device } = this;
    if (evaluation === null) return;
    const { doc } = this.view.state;
    const { from, to } = this.view.viewport;
    const first = doc.line(Math.max(1, doc.lineAt(from).number - MARGIN)).from;
    const last = doc.line(Math.min(doc.lines, doc.lineAt(to).number + MARGIN)).to;
    const missing = index
      .beginningIn({ from: first, to: last })
      .map(({ outline }) => outline.id)
      .filter((id) => id >= 0 && !this.asked.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.asked.add(id);
    const { program } = evaluation.analysis;
    // A question about a program that has been replaced has no answer.
    const found = await this.ask('previews', program, device, missing).catch(() => null);
    if (found === null || this.evaluation !== evaluation || this.device !== device) return;
    for (const preview of found) this.previews.set(preview.instruction, preview);
    this.draw(index);
  }

  private draw(index: ProgramIndex): void {
    const { doc } = this.view.state;
    const several = this.evaluation !== null && deviceCount(this.evaluation.analysis) > 1;
    const widgets = [...this.previews.values()].flatMap((preview) => {
      const { text, executions, nonFinite } = preview;
      const place = index.byId(preview.instruction)?.whole;
      if (place === undefined) return [];
      const widget = new ValueWidget(text, executions, nonFinite, several ? this.device : null);
      const end = doc.lineAt(Math.min(place.to, doc.length)).to;
      return [Decoration.widget({ widget, side: 1 }).range(end)];
    });
    this.view.dispatch({ effects: setInlineValues.of(Decoration.set(widgets, true)) });
  }
}
