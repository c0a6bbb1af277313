// SPDX-License-Identifier: Apache-2.0
// One-click fixes for common mistakes, beyond those that the engine offers: operands that are broadcast,
// transposed, reshaped or converted first, and attributes that are missing or do not fit.
import { byteToUnit, unitToByte } from '../base/text';
import { elementsOf, type ArraySize } from '../engine/shapes';
import type { Span } from '../engine/types';
import { neededResult } from './clash';
import {
  arrayOf,
  arrayText,
  attributesPart,
  listAttribute,
  sameDims,
  siteOf,
  type FaultSite,
  type SiteOperand,
} from './fault_site';
import type { Edit } from './edits';
import type { Evaluation } from './evaluation';
import type { Message } from './messages';

export interface Repair {
  label: string;
  edits: Edit[];
}

const MOST = 3;

/** Opcodes by the names that other systems use. */
const ALIASES: Readonly<Record<string, string>> = {
  arccos: 'acos',
  cast: 'convert',
  concat: 'concatenate',
  cos: 'cosine',
  div: 'divide',
  einsum: 'dot',
  exp: 'exponential',
  expm1: 'exponential-minus-one',
  log1p: 'log-plus-one',
  matmul: 'dot',
  max: 'maximum',
  min: 'minimum',
  mod: 'remainder',
  mul: 'multiply',
  neg: 'negate',
  pow: 'power',
  rem: 'remainder',
  sigmoid: 'logistic',
  sin: 'sine',
  sub: 'subtract',
  where: 'select',
};

/** All ways to place sizes in order among others: increasing dimension numbers, the last ones first. */
function embeddings(sizes: readonly number[], into: readonly number[]): number[][] {
  const last = sizes.at(-1);
  if (last === undefined) return [[]];
  const found: number[][] = [];
  for (let d = into.length - 1; d >= sizes.length - 1; d--) {
    if (into[d] !== last) continue;
    for (const rest of embeddings(sizes.slice(0, -1), into.slice(0, d))) found.push([...rest, d]);
  }
  return found;
}

/** The permutation with sizes[permutation[d]] = wanted[d], or null. */
function permutationTo(sizes: readonly number[], wanted: readonly number[]): number[] | null {
  const free = new Set(sizes.keys());
  const permutation: number[] = [];
  for (const size of wanted) {
    const d = [...free].find((candidate) => sizes[candidate] === size);
    if (d === undefined) return null;
    free.delete(d);
    permutation.push(d);
  }
  return free.size === 0 ? permutation : null;
}

interface Step {
  opcode: string;
  attributes: string;
}

/** Ops that give an array the dimensions of another one. */
function waysTo(from: ArraySize, to: ArraySize): Step[] {
  const list = (dims: readonly number[]): string => `, dimensions={${dims.join(',')}}`;
  const permutation = permutationTo(from.dims, to.dims);
  if (permutation !== null) return [{ opcode: 'transpose', attributes: list(permutation) }];
  if (from.dims.length < to.dims.length) {
    const ways = embeddings(from.dims, to.dims);
    if (ways.length > 0) {
      return ways.map((dims) => ({ opcode: 'broadcast', attributes: list(dims) }));
    }
  }
  return elementsOf(from) === elementsOf(to) ? [{ opcode: 'reshape', attributes: '' }] : [];
}

function freshName({ computation }: FaultSite, wanted: string): string {
  const taken = new Set(computation.instructions.map(({ name }) => name));
  let name = wanted;
  for (let k = 1; taken.has(name); k++) name = `${wanted}.${k}`;
  return name;
}

/** Computes an operand anew, on a line of its own before the instruction. */
function insertion(site: FaultSite, operand: SiteOperand, step: Step, shape: ArraySize): Repair {
  const { evaluation, outline } = site;
  const { text } = evaluation;
  const begin = byteToUnit(text)(outline.span[0]);
  const indent = /[ \t]*$/.exec(text.slice(0, begin))?.[0] ?? '';
  const name = freshName(site, `${operand.name}.${step.opcode}`);
  const sign = operand.written.includes('%') ? '%' : '';
  const definition =
    `${sign}${name} = ${arrayText(shape)} ` +
    `${step.opcode}(${sign}${operand.name})${step.attributes}`;
  return {
    label: `insert ${definition}`,
    edits: [
      { span: [outline.span[0], outline.span[0]], replacement: `${definition}\n${indent}` },
      { span: operand.span, replacement: `${sign}${name}` },
    ],
  };
}

function fitDims(site: FaultSite, operand: SiteOperand, target: ArraySize): Repair[] {
  const { array } = operand;
  if (array === null || sameDims(array, target)) return [];
  const shape = { type: array.type, dims: target.dims };
  return waysTo(array, target).map((step) => insertion(site, operand, step, shape));
}

/** The operands in the dimensions of the result, if one of them has those, else in those of any. */
function dimsRepairs(site: FaultSite): Repair[] {
  const { operands, result } = site;
  const arrays = operands.flatMap(({ array }) => array ?? []);
  const fitting = arrays.filter((array) => result !== null && sameDims(array, result));
  return (fitting.length > 0 ? fitting.slice(0, 1) : arrays).flatMap((target) =>
    operands.flatMap((operand) => fitDims(site, operand, target)),
  );
}

function convertTo(site: FaultSite, operand: SiteOperand, type: string): Repair[] {
  const { array } = operand;
  if (array === null || array.type === type) return [];
  const step = { opcode: 'convert', attributes: '' };
  return [insertion(site, operand, step, { type, dims: array.dims })];
}

function typeRepairs(site: FaultSite): Repair[] {
  const { operands, result } = site;
  const types = [...new Set(operands.flatMap(({ array }) => array?.type ?? []))];
  const wanted = types.filter((type) => type === result?.type);
  return (wanted.length > 0 ? wanted : types).flatMap((type) =>
    operands.flatMap((operand) => convertTo(site, operand, type)),
  );
}

function addAttributes(site: FaultSite, values: readonly string[]): Repair[] {
  const from = attributesPart(site)?.from;
  if (from === undefined) return [];
  const at = unitToByte(site.evaluation.text)(from);
  return values.map((value) => ({
    label: `insert ${value}`,
    edits: [{ span: [at, at], replacement: `, ${value}` }],
  }));
}

/** Writes other numbers into the braces of an attribute. */
function setDims(site: FaultSite, name: string, dims: readonly number[]): Repair[] {
  const part = listAttribute(site, name)?.part;
  if (part === undefined) return [];
  const byte = unitToByte(site.evaluation.text);
  const replacement = `${name}={${dims.join(',')}}`;
  const span: Span = [byte(part.from), byte(part.to)];
  return [{ label: `write ${replacement}`, edits: [{ span, replacement }] }];
}

/** Computations of two scalars of a type, which can reduce its arrays. */
function reducers({ evaluation }: FaultSite, type: string): string[] {
  return evaluation.analysis.computations
    .filter(({ entry, instructions }) => {
      const parameters = instructions.filter(({ parameter }) => parameter >= 0);
      const scalars = [...parameters, ...instructions.filter(({ root }) => root)];
      return (
        !entry && parameters.length === 2 && scalars.every(({ shape }) => shape === `${type}[]`)
      );
    })
    .map(({ name }) => name);
}

function reduceRepairs(site: FaultSite): Repair[] {
  const array = site.operands[0]?.array;
  if (array == null) return [];
  return addAttributes(
    site,
    reducers(site, array.type).map((name) => `to_apply=${name}`),
  );
}

/** The `dimensions` of a broadcast or transpose that give the written result. */
function dimensionsRepairs(site: FaultSite): Repair[] {
  const { outline, operands, result } = site;
  const array = operands[0]?.array;
  if (array == null || result === null) return [];
  const permutation = permutationTo(array.dims, result.dims);
  const ways: Readonly<Record<string, number[][]>> = {
    broadcast: embeddings(array.dims, result.dims),
    transpose: permutation === null ? [] : [permutation],
  };
  const written = listAttribute(site, 'dimensions') !== null;
  return (ways[outline.opcode] ?? []).flatMap((dims) =>
    written
      ? setDims(site, 'dimensions', dims)
      : addAttributes(site, [`dimensions={${dims.join(',')}}`]),
  );
}

/** Other contracting dimensions of one operand that fit those of the other one and the result. */
function dotRepairs(site: FaultSite): Repair[] {
  const [left, right] = site.operands.map(({ array }) => array);
  const { result } = site;
  if (!left || !right || result === null) return [];
  const sides = [
    { side: 'lhs', own: left, other: right, opposite: 'rhs' },
    { side: 'rhs', own: right, other: left, opposite: 'lhs' },
  ];
  const used = (side: string, kind: string): number[] =>
    listAttribute(site, `${side}_${kind}_dims`)?.dims ?? [];
  const without = ({ dims }: ArraySize, taken: readonly number[]): number[] =>
    dims.filter((_, d) => !taken.includes(d));
  return sides.flatMap(({ side, own, other, opposite }) => {
    const [theirs] = used(opposite, 'contracting');
    if (theirs === undefined || used(opposite, 'contracting').length !== 1) return [];
    return own.dims.flatMap((size, d) => {
      const batch = used(side, 'batch');
      if (size !== other.dims[theirs] || batch.includes(d)) return [];
      const ownRest = without(own, [...batch, d]);
      const otherRest = without(other, [...used(opposite, 'batch'), theirs]);
      const rest = side === 'lhs' ? [...ownRest, ...otherRest] : [...otherRest, ...ownRest];
      const dims = [...batch.map((b) => own.dims[b] ?? 0), ...rest];
      if (!sameDims({ type: '', dims }, result)) return [];
      return setDims(site, `${side}_contracting_dims`, [d]);
    });
  });
}

function writeResult({ outline }: FaultSite, shape: ArraySize): Repair {
  const replacement = arrayText(shape);
  return { label: `write ${replacement}`, edits: [{ span: outline.shapeSpan, replacement }] };
}

/** The result that the `dimensions` of a broadcast give where no others give the written one. */
function broadcastRepairs(site: FaultSite): Repair[] {
  const array = site.operands[0]?.array;
  const into = listAttribute(site, 'dimensions')?.dims;
  const { result } = site;
  if (array == null || into === undefined || result === null) return [];
  if (into.length !== array.dims.length || into.some((d) => d >= result.dims.length)) return [];
  const dims = [...result.dims];
  into.forEach((d, k) => (dims[d] = array.dims[k] ?? 1));
  return [writeResult(site, { type: result.type, dims })];
}

/** Instructions that a name that is not defined may stand for: those nearest above, with the shape of
 *  the result, where all other operands have that shape, too. */
function nameRepairs(site: FaultSite, span: Span): Repair[] {
  const { outline, operands, result, computation, evaluation } = site;
  if (result === null) return [];
  const fits = (array: ArraySize | null): boolean =>
    array !== null && array.type === result.type && sameDims(array, result);
  if (!operands.every(({ name, array }) => name === '' || fits(array))) return [];
  const unit = byteToUnit(evaluation.text);
  const sign = evaluation.text.charAt(unit(span[0])) === '%' ? '%' : '';
  return computation.instructions
    .filter(({ id, shape, span: own }) => {
      return id >= 0 && own[1] <= outline.span[0] && fits(arrayOf(shape));
    })
    .reverse()
    .map(({ name }) => {
      const replacement = `${sign}${name}`;
      return { label: `write ${replacement}`, edits: [{ span, replacement }] };
    });
}

/** Result shapes of a reshape with one other size. */
function reshapeRepairs(site: FaultSite): Repair[] {
  const { outline, operands, result } = site;
  const array = operands[0]?.array;
  if (array == null || result === null || outline.shapeSpan[0] === outline.shapeSpan[1]) return [];
  const total = elementsOf(array);
  return result.dims.flatMap((size, d) => {
    const others = elementsOf(result) / size;
    if (size === 0 || total % others !== 0) return [];
    const dims = result.dims.map((old, k) => (k === d ? total / others : old));
    return [writeResult(site, { type: result.type, dims })];
  });
}

function concatenateRepairs(site: FaultSite, k: number): Repair[] {
  const [along] = listAttribute(site, 'dimensions')?.dims ?? [];
  const first = site.operands[0]?.array;
  const operand = site.operands[k];
  if (along === undefined || first?.dims.length !== 2 || operand?.array?.dims.length !== 2) {
    return [];
  }
  const [rows = 0, columns = 0] = operand.array.dims;
  const target = { type: first.type, dims: [columns, rows] };
  return target.dims[1 - along] === first.dims[1 - along] ? fitDims(site, operand, target) : [];
}

function siteRepairs(site: FaultSite, message: Message): Repair[] {
  const told = message.message;
  const { operands, result, outline } = site;
  if (told.includes('operand dimensions must match')) return dimsRepairs(site);
  if (told.includes('operand types must match')) return typeRepairs(site);
  if (told.includes('contracting sizes must match')) return dotRepairs(site);
  if (/the result must have \d+ elements/.test(told)) return reshapeRepairs(site);
  const [first, second] = operands;
  if (told.includes('predicate must be a scalar or have dimensions')) {
    return first && second?.array ? fitDims(site, first, second.array) : [];
  }
  if (/the element type must be/.test(told)) {
    return first && result !== null ? convertTo(site, first, result.type) : [];
  }
  if (told.includes('requires the attribute `to_apply`')) return reduceRepairs(site);
  if (/`dimensions`|must be .* like operand dimension/.test(told)) {
    const others = dimensionsRepairs(site);
    return others.length > 0 || outline.opcode !== 'broadcast' ? others : broadcastRepairs(site);
  }
  if (/^instruction '.*' is not defined/.test(told)) return nameRepairs(site, message.span);
  const odd = /dimension \d+ of operand (\d+) must be/.exec(told)?.[1];
  if (outline.opcode === 'concatenate' && odd !== undefined) {
    return concatenateRepairs(site, Number(odd));
  }
  return [];
}

/** Ways to mend what a message is about, where the engine offers none. */
export function repairsOf(evaluation: Evaluation, message: Message): Repair[] {
  if (message.fixes.length > 0 || message.severity !== 'error') return [];
  const alias = /^unknown opcode '([\w-]+)'/.exec(message.message)?.[1];
  const opcode = alias === undefined ? undefined : ALIASES[alias];
  if (opcode !== undefined) {
    return [{ label: `write ${opcode}`, edits: [{ span: message.span, replacement: opcode }] }];
  }
  const needed = neededResult(message)?.needed;
  const site = siteOf(evaluation, message);
  if (needed !== undefined && site !== null && site.result !== null) {
    return [writeResult(site, needed)];
  }
  return site === null ? [] : siteRepairs(site, message).slice(0, MOST);
}
