// SPDX-License-Identifier: Apache-2.0
// Cards under the pointer: what an op does, what an attribute means, what a shape says.
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import type { LayoutReport, OpRow, Preview } from '../engine/types';
import { element } from './diagnostics';
import {
  instructionAt,
  type IndexedInstruction,
  type Place,
  type ProgramIndex,
} from '../program/program_index';

export interface HoverSource {
  index(): ProgramIndex | null;
  ops(): readonly OpRow[];
  preview(instruction: number): Preview | null;
  layout(shape: string): Promise<LayoutReport | null>;
}

const within = (place: Place, at: number): boolean => place.from <= at && at < place.to;

export function opCard(op: OpRow): HTMLElement {
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

export function hoverDocs(source: HoverSource): Extension {
  return hoverTooltip(
    async (view, at) => {
      const index = source.index();
      const instruction = index && instructionAt(index, at);
      if (index === null || instruction === null) return null;
      const op = source.ops().find(({ name }) => name === instruction.outline.opcode);
      if (within(instruction.opcode, at))
        return op ? tooltip(instruction.opcode, opCard(op)) : null;
      if (within(instruction.shape, at)) {
        const report = await source.layout(instruction.outline.shape);
        return report === null ? null : tooltip(instruction.shape, shapeCard(report));
      }
      const operand = instruction.operands.find((place) => within(place, at));
      const named = operand ? index.byId.get(operand.id) : undefined;
      if (operand !== undefined && named !== undefined) {
        return tooltip(operand, nameCard(named, source.preview(operand.id)));
      }
      const line = view.state.doc.lineAt(at);
      const word = [...line.text.matchAll(/[\w-]+(?==)/g)].find(
        (match) => line.from + match.index <= at && at < line.from + match.index + match[0].length,
      );
      const dom = op && word ? attributeCard(op, word[0]) : null;
      if (dom === null || word === undefined) return null;
      const from = line.from + word.index;
      return tooltip({ from, to: from + word[0].length }, dom);
    },
    { hoverTime: 250 },
  );
}
