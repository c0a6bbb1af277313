// SPDX-License-Identifier: Apache-2.0
// The search over a program: `op:dot type:bf16 bytes>1M name:attn`, and plain words.

export interface Searched {
  name: string;
  opcode: string;
  shape: string;
  computation: string;
  bytes: number;
  padded: number;
  flops: number;
  /** The names that metadata gives, as written. */
  metadata: () => string;
}

type Test = (item: Searched) => boolean;

const UNITS: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4 };
const BOUND = /^(bytes|padded|flops)([<>]=?)(\d+(?:\.\d+)?)([kmgt]?)i?b?$/i;
const FIELD = /^(op|type|name|in):(.+)$/i;

const pattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`, 'i');

function boundTest(match: RegExpExecArray): Test {
  const [, field = '', sign, number, unit = ''] = match;
  const key = field.toLowerCase() as 'bytes' | 'padded' | 'flops';
  // A kilobyte of memory is 1024 bytes, a thousand operations are 1000.
  const base = key === 'flops' ? 1000 : 1024;
  const bound = Number(number) * base ** (UNITS[unit.toLowerCase()] ?? 0);
  switch (sign) {
    case '>':
      return (item) => item[key] > bound;
    case '>=':
      return (item) => item[key] >= bound;
    case '<':
      return (item) => item[key] < bound;
    default:
      return (item) => item[key] <= bound;
  }
}

/** A name as written in HLO, without its %. */
const bare = (name: string): string => name.replace(/^%/, '').toLowerCase();

function fieldTest(field: string, value: string): Test {
  const wanted = bare(value);
  switch (field.toLowerCase()) {
    case 'op': {
      const glob = pattern(value);
      return ({ opcode }) => glob.test(opcode);
    }
    case 'type': {
      const type = new RegExp(`\\b${wanted.replace(/\W/g, '')}\\[`, 'i');
      return ({ shape }) => type.test(shape);
    }
    case 'in':
      return ({ computation }) => computation.toLowerCase().includes(wanted);
    default:
      return ({ name, metadata }) =>
        name.toLowerCase().includes(wanted) || metadata().toLowerCase().includes(wanted);
  }
}

function wordTest(word: string): Test {
  const wanted = bare(word);
  return ({ name, opcode, shape, metadata }) =>
    name.toLowerCase().includes(wanted) ||
    opcode.includes(wanted) ||
    shape.includes(wanted) ||
    metadata().toLowerCase().includes(wanted);
}

const partsOf = (query: string): string[] => query.split(/\s+/).filter((part) => part !== '');

/** The part of a query that looks like a field or a bound and is neither; "" for a good query. */
export const notUnderstood = (query: string): string =>
  partsOf(query).find(
    (part) => /^[a-z]+(?::|[<>]=?)/i.test(part) && !BOUND.test(part) && !FIELD.test(part),
  ) ?? '';

/** What holds of an item that all parts of a query hold of. */
export function queryTest(query: string): Test {
  const tests = partsOf(query).map((part): Test => {
    const bound = BOUND.exec(part);
    if (bound !== null) return boundTest(bound);
    const field = FIELD.exec(part);
    return field === null ? wordTest(part) : fieldTest(field[1] ?? '', field[2] ?? '');
  });
  return (item) => tests.every((test) => test(item));
}
