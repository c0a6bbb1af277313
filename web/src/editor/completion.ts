// SPDX-License-Identifier: Apache-2.0
// Completion from the engine's op table: opcodes, attributes, element types, names in reach.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { OpRow } from '../engine/types';
import { ELEMENT_TYPES } from './tokens';

export type Wanted =
  | { kind: 'opcode' | 'operand' | 'computation' | 'shape'; from: number }
  | { kind: 'attribute'; from: number; opcode: string; present: readonly string[] }
  | { kind: 'value'; from: number; opcode: string; attribute: string };

const WORD = /[%\w.-]*$/;

/** What fits at the end of `before`, the text of the line up to the cursor. */
export function wantedAt(before: string): Wanted | null {
  if (/\/\/|"[^"]*$/.test(before)) return null;
  const from = before.length - (WORD.exec(before)?.[0].length ?? 0);
  const head = before.slice(0, from);
  if (/=\s*$/.test(head) && !/\w=$/.test(head)) return { kind: 'shape', from };
  if (/=\s*(?:\(.*\)|\w+\[[^\]]*\](?:\{[^}]*\})?)\s+$/.test(head)) return { kind: 'opcode', from };
  const call = /=\s*(?:\([^=]*\)\s*|\w+\[[^\]]*\](?:\{[^}]*\})?\s*)?([a-z][\w-]*)\(/.exec(head);
  if (call === null) return null;
  const opcode = call[1] ?? '';
  const tail = head.slice(call.index + call[0].length);
  if (!tail.includes(')')) return { kind: 'operand', from };
  const attributes = tail.slice(tail.indexOf(')') + 1);
  const value = /([\w-]+)=$/.exec(attributes);
  if (value !== null) {
    const attribute = value[1] ?? '';
    const called = /^(to_apply|calls|condition|body|true_computation|false_computation)$/;
    if (called.test(attribute)) return { kind: 'computation', from };
    return { kind: 'value', from, opcode, attribute };
  }
  if (!/,\s*$/.test(attributes)) return null;
  const present = [...attributes.matchAll(/([\w-]+)=/g)].map((match) => match[1] ?? '');
  return { kind: 'attribute', from, opcode, present };
}

export interface CompletionSource {
  ops(): readonly OpRow[];
  /** Names of the instructions above `position`, nearest first, with shapes. */
  operandsAt(position: number): readonly { name: string; shape: string }[];
  computations(): readonly string[];
}

export function optionsFor(wanted: Wanted, source: CompletionSource, at: number): Completion[] {
  switch (wanted.kind) {
    case 'opcode':
      return source.ops().map((op) => ({
        label: op.name,
        type: 'function',
        detail: op.family,
        info: op.summary,
        boost: op.evaluated ? 0 : -50,
      }));
    case 'shape':
      return ELEMENT_TYPES.map((label) => ({ label, type: 'type', apply: `${label}[` }));
    case 'operand':
      return source.operandsAt(at).map(({ name, shape }, k) => ({
        label: name,
        type: 'variable',
        detail: shape,
        boost: -Math.min(k, 99),
      }));
    case 'computation':
      return source.computations().map((label) => ({ label, type: 'namespace' }));
    case 'attribute': {
      const op = source.ops().find(({ name }) => name === wanted.opcode);
      const free = (op?.attributes ?? []).filter(({ name }) => !wanted.present.includes(name));
      return free.map(({ name, required, doc }) => ({
        label: `${name}=`,
        type: 'property',
        detail: required ? 'required' : '',
        info: doc,
        boost: required ? 10 : 0,
      }));
    }
    case 'value': {
      const op = source.ops().find(({ name }) => name === wanted.opcode);
      const spec = op?.attributes.find(({ name }) => name === wanted.attribute);
      return (spec?.values ?? []).map((label) => ({ label, type: 'enum' }));
    }
  }
}

export function completeHlo(source: CompletionSource) {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const wanted = wantedAt(line.text.slice(0, context.pos - line.from));
    if (wanted === null) return null;
    const from = line.from + wanted.from;
    // While typing, offer only once a word has begun; an attribute list is offered at once.
    if (!context.explicit && from === context.pos && wanted.kind !== 'attribute') return null;
    const options = optionsFor(wanted, source, context.pos);
    return options.length === 0 ? null : { from, options, validFor: /^[%\w.-]*$/ };
  };
}
