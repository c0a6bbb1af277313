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

/** Opcodes and element types by the names that other systems use. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arccos: 'acos',
    bool: 'pred',
    cast: 'convert',
    concat: 'concatenate',
    cos: 'cosine',
    div: 'divide',
    einsum: 'dot',
    exp: 'exponential',
    expm1: 'exponential-minus-one',
    i1: 'pred',
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
  }),
);

/** `float32`, `bfloat16`, `complex64`, `uint8`, `i32` */
const TYPE_ALIAS = /^unknown element type '(?:(b?f)loat|(c)omplex|(u)?i(?:nt)?)(\d+)'/;

const write = (span: Span, replacement: string): Repair => ({
  label: `write ${replacement}`,
  edits: [{ span, replacement }],
});

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

/** The percent sign of a name that has one. */
const signOf = (written: string): string => (written.includes('%') ? '%' : '');

/** An op that gives an array another form: its opcode and attributes. */
type Step = readonly [opcode: string, attributes?: string];

/** Ops that give an array the dimensions of another one. */
function waysTo(from: ArraySize, to: ArraySize): Step[] {
  const along = (opcode: string, dims: readonly number[]): Step => [
    opcode,
    `, dimensions={${dims.join()}}`,
  ];
  const permutation = permutationTo(from.dims, to.dims);
  if (permutation !== null) return [along('transpose', permutation)];
  const ways = from.dims.length < to.dims.length ? embeddings(from.dims, to.dims) : [];
  if (ways.length > 0) return ways.map((dims) => along('broadcast', dims));
  return elementsOf(from) === elementsOf(to) ? [['reshape']] : [];
}

function freshName({ computation }: FaultSite, wanted: string): string {
  const taken = new Set(computation.instructions.map(({ name }) => name));
  let name = wanted;
  for (let k = 1; taken.has(name); k++) name = `${wanted}.${k}`;
  return name;
}

/** Computes an operand anew, on a line of its own before the instruction. */
function insertion(
  site: FaultSite,
  { name, written, span }: SiteOperand,
  [opcode, attributes = '']: Step,
  shape: ArraySize,
): Repair {
  const { evaluation, outline } = site;
  const { text } = evaluation;
  const [begin] = outline.span;
  const indent = /[ \t]*$/.exec(text.slice(0, byteToUnit(text)(begin)))?.[0] ?? '';
  const sign = signOf(written);
  const made = sign + freshName(site, `${name}.${opcode}`);
  const definition = `${made} = ${arrayText(shape)} ${opcode}(${sign}${name})${attributes}`;
  return {
    label: `insert ${definition}`,
    edits: [
      { span: [begin, begin], replacement: `${definition}\n${indent}` },
      { span, replacement: made },
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
  return [insertion(site, operand, ['convert'], { type, dims: array.dims })];
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
  return [write([byte(part.from), byte(part.to)], `${name}={${dims.join(',')}}`)];
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

/** The dimensions along which the operands of a concatenate give the written result. */
function concatenations({ operands, result }: FaultSite): number[][] {
  const sizes = operands.map(({ array }) => array?.dims ?? []);
  return (result?.dims ?? []).flatMap((_, along) => {
    const total = sizes.reduce((sum, dims) => sum + (dims[along] ?? 0), 0);
    const whole = sizes.map((dims) => dims.map((size, d) => (d === along ? total : size)));
    return whole.every((dims) => String(dims) === String(result?.dims)) ? [[along]] : [];
  });
}

/** The `dimensions` that give the written result. */
function dimensionsRepairs(site: FaultSite): Repair[] {
  const { outline, operands, result } = site;
  const array = operands[0]?.array;
  if (array == null || result === null) return [];
  const permutation = permutationTo(array.dims, result.dims);
  const ways: Readonly<Record<string, number[][]>> = {
    broadcast: embeddings(array.dims, result.dims),
    concatenate: concatenations(site),
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
  const { result, operands } = site;
  const sides = ['lhs', 'rhs'];
  return sides.flatMap((side, k) => {
    const [own, other] = [operands[k]?.array, operands[1 - k]?.array];
    const used = (of: number, kind: string): number[] =>
      listAttribute(site, `${sides[of]}_${kind}_dims`)?.dims ?? [];
    const without = ({ dims }: ArraySize, taken: readonly number[]): number[] =>
      dims.filter((_, d) => !taken.includes(d));
    const [theirs, ...more] = used(1 - k, 'contracting');
    if (!own || !other || result === null || theirs === undefined || more.length > 0) return [];
    const batch = used(k, 'batch');
    return own.dims.flatMap((size, d) => {
      if (size !== other.dims[theirs] || batch.includes(d)) return [];
      const rests = [
        without(own, [...batch, d]),
        without(other, [...used(1 - k, 'batch'), theirs]),
      ];
      const rest = (k === 0 ? rests : rests.reverse()).flat();
      const dims = [...batch.map((b) => own.dims[b] ?? 0), ...rest];
      return sameDims({ type: '', dims }, result)
        ? setDims(site, `${side}_contracting_dims`, [d])
        : [];
    });
  });
}

const writeResult = ({ outline }: FaultSite, shape: ArraySize): Repair =>
  write(outline.shapeSpan, arrayText(shape));

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

const restOf = ({ text }: Evaluation, [begin]: Span): string => text.slice(byteToUnit(text)(begin));

/** Instructions that a name that is not defined may stand for: those nearest above, with the shape of
 *  the result, where all other operands have that shape, too. */
function nameRepairs(site: FaultSite, span: Span): Repair[] {
  const { outline, operands, result, computation, evaluation } = site;
  if (result === null) return [];
  const fits = (array: ArraySize | null): boolean =>
    array !== null && array.type === result.type && sameDims(array, result);
  if (!operands.every(({ name, array }) => name === '' || fits(array))) return [];
  const sign = signOf(restOf(evaluation, span).charAt(0));
  return computation.instructions
    .filter(({ id, shape, span: own }) => {
      return id >= 0 && own[1] <= outline.span[0] && fits(arrayOf(shape));
    })
    .reverse()
    .map(({ name }) => write(span, sign + name));
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
  if (/^operand '.*' has no shape/.test(told) && result !== null) {
    const shape = arrayText(result);
    const [at] = message.span;
    return [{ label: `insert ${shape}`, edits: [{ span: [at, at], replacement: `${shape} ` }] }];
  }
  if (/^instruction '.*' is not defined/.test(told)) return nameRepairs(site, message.span);
  const odd = /dimension \d+ of operand (\d+) must be/.exec(told)?.[1];
  if (outline.opcode === 'concatenate' && odd !== undefined) {
    return [...dimensionsRepairs(site), ...concatenateRepairs(site, Number(odd))];
  }
  return [];
}

/** `rest`: the text from where the message points on. */
type TextRepairs = (rest: string, message: Message) => Repair[];

/** What a name of another system is in HLO. */
const aliasRepairs: TextRepairs = (_, { message, span }) => {
  const name = /^unknown .*?'(.+?)'/.exec(message)?.[1] ?? '';
  const [, float, complex, unsigned, bits] = TYPE_ALIAS.exec(message) ?? [];
  const type = bits && (float ?? complex ?? unsigned ?? 's') + bits;
  const alias = ALIASES.get(name) ?? type;
  return alias === undefined ? [] : [write(span, alias)];
};

/** Writes something in the place of ASCII text. */
const rewrite = ([begin]: Span, written: string, replacement: string): Repair[] => [
  write([begin, begin + written.length], replacement),
];

/** The default order for a layout that does not have the rank. */
const layoutRepairs: TextRepairs = (rest, { message, span }) => {
  const rank = /^minor_to_major must have .*\((\d+)\)/.exec(message)?.[1];
  const [written, tail] = /^\{[\d,\s]*(.*?\})/.exec(rest) ?? [];
  if (rank === undefined || written === undefined) return [];
  return rewrite(span, written, `{${[...Array(Number(rank)).keys()].reverse().join()}${tail}`);
};

/** Braces for the brackets of a list of lists. */
const literalRepairs: TextRepairs = (rest, { code, span }) => {
  const list = /^\[[-+\w\s.,[\]]*\]/.exec(rest)?.[0];
  if (list === undefined || code !== 'C02') return [];
  return rewrite(span, list, list.replace(/\[/g, '{').replace(/\]/g, '}'));
};

/** The attribute of an iota by another name. */
const iotaRepairs: TextRepairs = (rest, { span }) => {
  const [written, d] = /^iota\(\), *(?:dim\w*|axis)=\{?(\d+)\}?/.exec(rest) ?? [];
  return written === undefined ? [] : rewrite(span, written, `iota(), iota_dimension=${d}`);
};

/** What the message suggests. */
const suggestedRepairs: TextRepairs = (rest, { message, span }) => {
  const [, words = ''] = message.split('; did you mean ');
  const sign = signOf(rest.charAt(0));
  return [...words.matchAll(/'([^']+)'/g)].map(([, word = '']) => write(span, sign + word));
};

const TEXT_REPAIRS = [aliasRepairs, layoutRepairs, literalRepairs, iotaRepairs, suggestedRepairs];

/** Ways to mend what a message is about, beyond those of the engine. */
export function repairsOf(evaluation: Evaluation, message: Message): Repair[] {
  if (message.severity !== 'error') return [];
  const site = siteOf(evaluation, message);
  const result = neededResult(message);
  if (message.fixes.length > 0) {
    const isOtherShape = result !== null && result.needed.type === result.got.type;
    return isOtherShape && site !== null ? dimensionsRepairs(site) : [];
  }
  const rest = restOf(evaluation, message.span);
  const ofText = TEXT_REPAIRS.map((repairs) => repairs(rest, message));
  const found = ofText.find(({ length }) => length > 0);
  if (found !== undefined) return found;
  if (site === null) return [];
  if (result !== null && site.result !== null) return [writeResult(site, result.needed)];
  return siteRepairs(site, message).slice(0, MOST);
}
