// SPDX-License-Identifier: Apache-2.0
// Cards under the pointer: what is wrong, what an op does, what an attribute means, what a shape says. That
// of what is wrong also opens at the cursor, by a key.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  hoverTooltip,
  keymap,
  showTooltip,
  type EditorView,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import type { DiagnosticCode, LayoutReport, OpRow, Preview } from '../engine/types';
import { changesOf } from '../program/edits';
import type { Evaluation } from '../program/evaluation';
import { fixesOf } from '../program/fixes';
import { type IndexedInstruction, type Place, type ProgramIndex } from '../program/program_index';
import { atCursor, messagesAt, type Placed } from './diagnostics';
import { element, messageElement } from './elements';

export interface CardSource {
  evaluation: () => Evaluation | null;
  index: () => ProgramIndex | null;
  ops: () => readonly OpRow[];
  codes: () => readonly DiagnosticCode[];
  preview: (instruction: number) => Promise<Preview | null>;
  layout: (shape: string) => Promise<LayoutReport | null>;
}

const within = (place: Place, at: number): boolean => place.from <= at && at < place.to;

function opCard(op: OpRow): HTMLElement {
  const { min, max } = op.operands;
  const arity =
    min === max ? `${min}` : max < 0 || max > 99 ? `${min} or more` : `${min} to ${max}`;
  const body = element(
    'div',
    'card',
    element(
      'div',
      'card-head',
      element('code', 'op', op.name),
      element('span', 'quiet', op.family),
    ),
    element('div', '', op.summary),
    element('div', 'quiet', `operands: ${arity}`),
  );
  if (op.attributes.length > 0) {
    const rows = op.attributes.map(({ name, required, doc }) =>
      element(
        'div',
        'attribute-row',
        element('code', '', name),
        `${required ? 'required. ' : ''}${doc}`,
      ),
    );
    body.append(element('div', 'attribute-list', ...rows));
  }
  if (!op.evaluated) body.append(element('div', 'quiet', 'Checked, but not evaluated here.'));
  return body;
}

function attributeCard(op: OpRow, name: string): HTMLElement | null {
  const spec = op.attributes.find((attribute) => attribute.name === name);
  if (spec === undefined) return null;
  const head = element(
    'div',
    'card-head',
    element('code', '', name),
    element('span', 'quiet', spec.kind),
  );
  const body = element('div', 'card', head, element('div', '', spec.doc));
  if (spec.values.length > 0) body.append(element('div', 'quiet', spec.values.join(', ')));
  return body;
}

function shapeCard(report: LayoutReport): HTMLElement {
  const rows = report.parts.map(({ text, explanation }) =>
    element('div', 'attribute-row', element('code', '', text), explanation),
  );
  return element('div', 'card', element('div', 'attribute-list', ...rows));
}

function nameCard(instruction: IndexedInstruction, preview: Preview | null): HTMLElement {
  const { name, shape, opcode } = instruction.outline;
  const head = element(
    'div',
    'card-head',
    element('code', '', name),
    element('span', 'quiet', opcode),
  );
  const body = element('div', 'card', head, element('code', 'quiet', shape));
  if (preview !== null) body.append(element('code', '', preview.text));
  return body;
}

function tooltip(
  { from, to }: Place,
  dom: HTMLElement,
  onMount?: (dom: HTMLElement) => void,
): Tooltip {
  const create = (): TooltipView => ({ dom, mount: () => onMount?.(dom) });
  return { pos: from, end: to, above: true, create };
}

/** A message with what one can do about it. */
function messageCard(source: CardSource, view: EditorView, placed: Placed): HTMLElement {
  const { code, message, notes } = placed.message;
  const evaluation = source.evaluation();
  const fixes = evaluation?.text === placed.text ? fixesOf(evaluation, placed.message) : [];
  const title = source.codes().find((row) => row.code === code)?.title ?? '';
  const head = element('div', 'card-head');
  if (code !== '') head.append(element('code', 'rule', code));
  if (title !== '') head.append(element('span', 'quiet', title));
  const buttons = fixes.map(({ label, edits }) => {
    const button = element('button', 'plain', `Fix: ${label}`);
    button.addEventListener('click', () => {
      const changes = changesOf(placed.text, view.state.doc.toString(), edits);
      if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.fix' });
    });
    return button;
  });
  const body = element('div', 'card', head, messageElement('', message));
  body.append(...notes.map((note) => messageElement('note', note.message)), ...buttons);
  return body;
}

/** The messages at a place, or null. */
function messageTooltip(
  source: CardSource,
  view: EditorView,
  at: number,
  onMount?: (dom: HTMLElement) => void,
): Tooltip | null {
  const [first, ...others] = messagesAt(view.state, at);
  if (first === undefined) return null;
  const cards = [first, ...others].map((placed) => messageCard(source, view, placed));
  return tooltip(first, element('div', 'card-list', ...cards), onMount);
}

const setCard = StateEffect.define<Tooltip | null>();

/** The card that a key has opened, until the text or the cursor changes. */
const openCard = StateField.define<Tooltip | null>({
  create: () => null,
  update(card, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setCard)) return effect.value;
    return docChanged || selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

/** Opens the card of the message at the cursor and goes to its first button; it closes when it is left. */
function openAtCursor(source: CardSource, view: EditorView): boolean {
  const placed = atCursor(view.state);
  if (placed === undefined) return false;
  const show = (card: Tooltip | null): void => view.dispatch({ effects: setCard.of(card) });
  const enter = (dom: HTMLElement): void => {
    dom.tabIndex = -1;
    dom.role = 'dialog';
    dom.ariaLabel = placed.message.message;
    dom.onclick = () => view.focus();
    dom.onkeydown = (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      view.focus();
    };
    dom.addEventListener('focusout', ({ relatedTarget }) => {
      // It may come from an update of the editor.
      if (!dom.contains(relatedTarget as Node | null)) queueMicrotask(() => show(null));
    });
    (dom.querySelector('button') ?? dom).focus({ preventScroll: true });
  };
  show(messageTooltip(source, view, placed.from, enter));
  return true;
}

async function instructionCard(
  source: CardSource,
  view: EditorView,
  at: number,
): Promise<Tooltip | null> {
  const index = source.index();
  const instruction = index?.at(at) ?? null;
  if (index === null || instruction === null) return null;
  const op = source.ops().find(({ name }) => name === instruction.outline.opcode);
  if (within(instruction.opcode, at)) return op ? tooltip(instruction.opcode, opCard(op)) : null;
  if (within(instruction.shape, at)) {
    const report = await source.layout(instruction.outline.shape);
    return report === null ? null : tooltip(instruction.shape, shapeCard(report));
  }
  const operand = instruction.operands.find((place) => within(place, at));
  const named = operand ? index.byId(operand.id) : null;
  if (operand !== undefined && named !== null) {
    return tooltip(operand, nameCard(named, await source.preview(operand.id)));
  }
  const line = view.state.doc.lineAt(at);
  const word = [...line.text.matchAll(/[\w-]+(?==)/g)].find(
    (match) => line.from + match.index <= at && at < line.from + match.index + match[0].length,
  );
  const dom = op && word ? attributeCard(op, word[0]) : null;
  if (dom === null || word === undefined) return null;
  const from = line.from + word.index;
  return tooltip({ from, to: from + word[0].length }, dom);
}

export function cards(source: CardSource): Extension {
  const messages = hoverTooltip((view, at) => messageTooltip(source, view, at), {
    hoverTime: 150,
    hideOnChange: true,
  });
  const instructions = hoverTooltip((view, at) => instructionCard(source, view, at), {
    hoverTime: 250,
    hideOnChange: true,
  });
  const keys = keymap.of([{ key: 'Mod-.', run: (view) => openAtCursor(source, view) }]);
  return [messages, instructions, openCard, keys];
}
