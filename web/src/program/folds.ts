// SPDX-License-Identifier: Apache-2.0
// What of a line is not needed to follow the computation, and the few words that stand for it.
import { groupDigits, plural } from '../base/sizes';
import {
  headLine,
  instructionLine,
  moduleAttributes,
  pieces,
  type AttributePart,
  type InstructionLine,
  type Part,
} from './line';

export interface Fold extends Part {
  /** What stands for the text; "": nothing does. */
  label: string;
  /** The computation that the text names, if it does nothing else. */
  computation?: string;
}

/** Shorter constants stay as they are. */
const LONG_CONSTANT = 32;
const LONG_VALUE = 28;
const LONG_NAME = 26;
const MAX_OPERANDS = 8;
const SHOWN_OPERANDS = 4;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `…${text.slice(1 - most)}`;

const quoted = (text: string, key: string): string =>
  new RegExp(`\\b${key}="((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1] ?? '';

/** `jit(f)/jit(main)/jvp(loss)/reduce_max[axes=(1,)]` -> `jvp(loss)/reduce_max` */
export function operationTail(name: string): string {
  const bare = name.replace(/\[[^\]]*\]?$/, '');
  const parts = bare.split('/').filter((part) => !/^p?jit\(/.test(part) && part !== '');
  const [last = bare] = parts.slice(-1);
  const two = parts.slice(-2).join('/');
  return cut(two.length <= LONG_NAME ? two || last : last, LONG_NAME);
}

/** `jvp(loss)/relu :29`, or `file.py:29` where there is no name. */
export function metadataLabel(text: string): string {
  const name = operationTail(quoted(text, 'op_name'));
  const file = quoted(text, 'source_file').replace(/^.*\//, '');
  const line = /\bsource_line=(\d+)/.exec(text)?.[1];
  if (name !== '') return line === undefined ? name : `${name} :${line}`;
  if (file !== '') return line === undefined ? file : `${file}:${line}`;
  return quoted(text, 'op_type') || 'metadata';
}

/** Shapes in [from, to) with a layout that is the default one: the layouts. */
function defaultLayouts(text: string, { from, to }: Part): Fold[] {
  const out: Fold[] = [];
  for (const match of text.slice(from, to).matchAll(/\[([^\]]*)\]\{([\d,]*)\}/g)) {
    const rank = match[1] === '' ? 0 : (match[1] ?? '').split(',').length;
    const order = Array.from({ length: rank }, (_, k) => rank - 1 - k).join();
    if (match[2] !== order) continue;
    const end = from + match.index + match[0].length;
    out.push({ from: end - (match[2].length + 2), to: end, label: '' });
  }
  return out;
}

/** A tuple keeps its first shape. */
function longTuple(text: string, shape: Part): Fold[] {
  if (text[shape.from] !== '(') return [];
  const inside = { from: shape.from + 1, to: shape.to - 1 };
  const elements = pieces(text, inside);
  const [first] = elements;
  if (first === undefined || elements.length < 3) return [];
  return [{ from: first.to, to: inside.to, label: `+${elements.length - 1}` }];
}

/** The shapes of operands, and all but the first of many operands. */
function operandFolds(text: string, { operands, inside }: InstructionLine): Fold[] {
  const shown = operands.length > MAX_OPERANDS ? operands.slice(0, SHOWN_OPERANDS) : operands;
  const folds = shown.flatMap((operand): Fold[] => {
    const written = text.slice(operand.from, operand.to);
    // A shape, then the name.
    const name = /(?<=^(?:\(.*\)|\w+\[.*)\s+)%?[\w.-]+$/.exec(written);
    if (name === null) return [];
    return [{ from: operand.from, to: operand.from + name.index, label: '' }];
  });
  const last = shown.at(-1);
  if (shown.length < operands.length && last !== undefined) {
    const label = `+${operands.length - shown.length}`;
    folds.push({ from: last.to, to: inside.to, label });
  }
  return folds;
}

function longConstant(text: string, line: InstructionLine): Fold[] {
  const { inside, opcode } = line;
  if (text.slice(opcode.from, opcode.to) !== 'constant') return [];
  if (inside.to - inside.from < LONG_CONSTANT) return [];
  const count = text.slice(inside.from, inside.to).match(/[^\s,{}()]+/g)?.length ?? 0;
  return [{ ...inside, label: `${groupDigits(count)} values` }];
}

const list = (value: string): string => value.replace(/[{}\s]/g, '');

/** `contract 1·0`, `batch 0·0 contract 2·1` of the four attributes of a dot. */
function dotLabel(values: ReadonlyMap<string, string>): string {
  const pair = (kind: string): string => {
    const left = values.get(`lhs_${kind}_dims`);
    const right = values.get(`rhs_${kind}_dims`);
    return left === undefined || right === undefined ? '' : `${list(left)}·${list(right)}`;
  };
  const batch = pair('batch');
  const contract = pair('contracting');
  return [batch && `batch ${batch}`, contract && `contract ${contract}`].filter(Boolean).join(' ');
}

const ofValue = (value: string, short: string): string =>
  value.length <= LONG_VALUE ? value : short;

function groupsLabel(value: string): string {
  const groups = value.match(/\{[\d,]*\}/g) ?? [];
  return ofValue(value, plural(groups.length, 'group'));
}

const CALLS = new Set([
  'calls',
  'to_apply',
  'condition',
  'body',
  'select',
  'scatter',
  'comparator',
]);

/** What stands for an attribute, or null for one that stays as it is. */
function attributeLabel(name: string, value: string): string | null {
  switch (name) {
    case 'metadata':
      return metadataLabel(value);
    case 'backend_config':
    case 'frontend_attributes':
    case 'operand_layout_constraints':
    case 'statistics':
      return name.replace(/_/g, ' ');
    case 'sharding':
      return value.length <= LONG_VALUE ? `sharding ${value}` : 'sharding';
    case 'dimensions':
      return `dims ${list(value) || 'none'}`;
    case 'replica_groups':
      return groupsLabel(value);
    case 'source_target_pairs':
      return ofValue(value, plural(value.match(/\{\d/g)?.length ?? 0, 'pair'));
    case 'channel_id':
      return `channel ${value}`;
    case 'use_global_device_ids':
      return value === 'true' ? 'global ids' : null;
    case 'kind':
      return value;
    case 'window':
      return ofValue(value.slice(1, -1), 'window');
    case 'dim_labels':
      return value;
    case 'slice':
      return ofValue(value.replace(/^\{|\}$/g, ''), 'slice');
    case 'indices_are_sorted':
    case 'unique_indices':
    case 'is_stable':
      return value === 'true' ? name.replace(/_/g, ' ') : null;
    default:
      return value.length > 2 * LONG_VALUE ? name.replace(/_/g, ' ') : null;
  }
}

const DOT = /^[lr]hs_(?:batch|contracting)_dims$/;

function attributeFolds(text: string, attributes: readonly AttributePart[]): Fold[] {
  const valueOf = ({ value }: AttributePart): string => text.slice(value.from, value.to);
  const dot = attributes.filter(({ name }) => DOT.test(name));
  const [firstOfDot] = dot;
  const folds: Fold[] = [];
  for (const attribute of attributes) {
    const { name, to } = attribute;
    // With the comma and the blank before it, so that chips stand side by side.
    const lead = /,\s*$/.exec(text.slice(0, attribute.from))?.[0].length ?? 0;
    const from = attribute.from - lead;
    if (DOT.test(name)) {
      const values = new Map(dot.map((entry) => [entry.name, valueOf(entry)]));
      folds.push({ from, to, label: attribute === firstOfDot ? dotLabel(values) : '' });
      continue;
    }
    const computation = valueOf(attribute).replace(/^%/, '');
    if (CALLS.has(name) && /^[\w.-]+$/.test(computation)) {
      folds.push({ from, to, label: cut(computation, LONG_NAME), computation });
      continue;
    }
    const label = attributeLabel(name, valueOf(attribute));
    if (label !== null) folds.push({ from, to, label });
  }
  return folds;
}

const MODULE_LABEL: Readonly<Record<string, (value: string) => string>> = {
  entry_computation_layout: () => 'entry layout',
  input_output_alias: (value) => plural(value.match(/\(\d/g)?.length ?? 0, 'alias', 'aliases'),
  buffer_donor: () => 'buffer donor',
  is_scheduled: () => 'scheduled',
  replica_count: (value) => plural(Number(value), 'replica'),
  num_partitions: (value) => plural(Number(value), 'partition'),
};

function moduleFolds(text: string, attributes: readonly AttributePart[]): Fold[] {
  return attributes.flatMap((attribute) => {
    const value = text.slice(attribute.value.from, attribute.value.to);
    const known = MODULE_LABEL[attribute.name]?.(value);
    const label = known ?? (value.length > LONG_VALUE ? attribute.name.replace(/_/g, ' ') : null);
    if (label === null) return [];
    const lead = /,\s*$/.exec(text.slice(0, attribute.from))?.[0].length ?? 0;
    return [{ from: attribute.from - lead, to: attribute.to, label }];
  });
}

/** The folds of a line, in order and apart. `dump`: whether a compiler wrote the text; of what people
 *  write, only long constants and metadata are folded. */
export function foldsOf(text: string, dump: boolean): Fold[] {
  const line = instructionLine(text);
  if (line !== null) {
    const constant = longConstant(text, line);
    if (!dump) return constant;
    const inside = constant.length > 0 ? constant : operandFolds(text, line);
    const tuple = longTuple(text, line.shape);
    const hidden = tuple[0];
    const layouts = defaultLayouts(text, line.shape).filter(
      ({ from }) => hidden === undefined || from < hidden.from,
    );
    return [...layouts, ...tuple, ...inside, ...attributeFolds(text, line.attributes)];
  }
  if (!dump) return [];
  const attributes = moduleAttributes(text);
  if (attributes !== null) return moduleFolds(text, attributes);
  const head = headLine(text);
  if (head === null) return [];
  const parameters = { ...head.parameters, label: plural(head.count, 'parameter') };
  const tuple = longTuple(text, head.result);
  const hidden = tuple[0];
  const layouts = defaultLayouts(text, head.result).filter(
    ({ from }) => hidden === undefined || from < hidden.from,
  );
  return [parameters, ...layouts, ...tuple];
}
