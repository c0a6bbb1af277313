// SPDX-License-Identifier: Apache-2.0
// Cards under the pointer: what is wrong, what an op does, what an attribute means, what a shape says.
import type { Extension } from '@codemirror/state';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import type { DiagnosticCode, LayoutReport, OpRow, Preview } from '../engine/types';
import { changesOf } from '../program/edits';
import { fixText } from '../program/fixes';
import { type IndexedInstruction, type Place, type ProgramIndex } from '../program/program_index';
import { messagesAt, type Placed } from './diagnostics';
import { element, messageElement } from './elements';

export interface CardSource {
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

function tooltip(place: Place, dom: HTMLElement): Tooltip {
  return { pos: place.from, end: place.to, above: true, create: () => ({ dom }) };
}

/** A message with what one can do about it. */
function messageCard(view: EditorView, placed: Placed, title: string): HTMLElement {
  const { code, message, notes, fixes } = placed.message;
  const head = element('div', 'card-head');
  if (code !== '') head.append(element('code', 'rule', code));
  if (title !== '') head.append(element('span', 'quiet', title));
  const buttons = fixes.map((fix) => {
    const button = element('button', 'plain', `Fix: ${fixText(fix)}`);
    button.addEventListener('click', () => {
      const changes = changesOf(placed.text, view.state.doc.toString(), [fix]);
      if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.fix' });
    });
    return button;
  });
  const body = element('div', 'card', head, messageElement('', message));
  body.append(...notes.map((note) => messageElement('note', note.message)), ...buttons);
  return body;
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
  const messages = hoverTooltip(
    (view, at) => {
      const found = messagesAt(view.state, at);
      const [first] = found;
      if (first === undefined) return null;
      const titles = new Map(source.codes().map(({ code, title }) => [code, title]));
      const list = found.map((placed) =>
        messageCard(view, placed, titles.get(placed.message.code) ?? ''),
      );
      return tooltip(first, element('div', 'card-list', ...list));
    },
    { hoverTime: 150, hideOnChange: true },
  );
  const instructions = hoverTooltip((view, at) => instructionCard(source, view, at), {
    hoverTime: 250,
    hideOnChange: true,
  });
  return [messages, instructions];
}
