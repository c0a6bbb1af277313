// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { IMPORTERS, recognize, type Importer, type Recognized } from './recognize';

const containing = (part: string): string => expect.stringContaining(part) as string;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const of = (text: string): Promise<Recognized> => recognize(bytesOf(text));

const MODULE = (name: string): string =>
  `HloModule ${name}, is_scheduled=true\n\nENTRY e {\n  ROOT a = f32[] constant(1)\n}\n`;

describe('HLO', () => {
  test('comments above a module belong to it', async () => {
    const first = '// the first\n// one\nHloModule a\nENTRY e {\n  x = f32[] parameter(0)\n}\n';
    const second = '// the second\nHloModule b\nENTRY e {\n  y = f32[] parameter(0)\n}\n';
    expect(await of(first + second)).toEqual({
      kind: 'modules',
      modules: [
        { name: 'a', text: first },
        { name: 'b', text: second },
      ],
      note: '',
    });
  });

  test('so do comments with empty lines between', async () => {
    const text = `// Copyright\n// RUN: hlo-opt %s\n\n// what it tests\n\n${MODULE('a')}`;
    expect(await of(text)).toEqual({ kind: 'modules', modules: [{ name: 'a', text }], note: '' });
  });

  test.each(['f32[8,4]{1,0:T(8,128)}', ' s4[3]\n', '(bf16[2]{0}, pred[])'])(
    'the shape %s alone is that of a parameter, and its layout is shown',
    async (shape) => {
      const text = `ENTRY main {\n  ROOT x = ${shape.trim()} parameter(0)\n}\n`;
      expect(await of(shape)).toEqual({
        kind: 'modules',
        modules: [{ name: '', text, pane: 'layout' }],
        note: '',
      });
    },
  );

  test('words that look like a shape are none', async () => {
    for (const text of ['array[3]', 'f32[8] x', 'f32[8', 'x[1,2]{0}']) {
      expect((await of(text)).kind, text).toBe('unknown');
    }
  });

  test('a module is taken as it is', async () => {
    expect(await of(MODULE('jit_f'))).toEqual({
      kind: 'modules',
      modules: [{ name: 'jit_f', text: MODULE('jit_f') }],
      note: '',
    });
  });

  test('several modules of one file come apart', async () => {
    const found = await of(`${MODULE('a')}\n${MODULE('b.1')}`);
    expect(found).toMatchObject({
      modules: [
        { name: 'a', text: MODULE('a') },
        { name: 'b.1', text: MODULE('b.1') },
      ],
    });
  });

  test.each([
    ['glog', 'I0514 09:41:12.345678   12345 service.cc:168] '],
    ['absl', 'I0000 00:00:1715672472.345678   12345 gpu_compiler.cc:1800] '],
    ['TensorFlow', '2024-05-14 09:41:12.345678: I xla/service/service.cc:168] '],
  ])('what %s puts before lines goes', async (_, prefix) => {
    const log = [
      `${prefix}Compiling:`,
      ...MODULE('jit_f')
        .trimEnd()
        .split('\n')
        .map((line) => prefix + line),
      `${prefix}done in 3 ms`,
    ].join('\n');
    expect(await of(log)).toEqual({
      kind: 'modules',
      modules: [{ name: 'jit_f', text: MODULE('jit_f') }],
      note: '2 lines that are not HLO were removed',
    });
  });

  test('a module in an issue of GitHub is found between its fences', async () => {
    const found = await of(`It crashes:\n\`\`\`\n${MODULE('m')}\`\`\`\nWhy?\n`);
    expect(found).toMatchObject({ modules: [{ name: 'm', text: MODULE('m') }] });
  });

  test('an instruction alone is HLO, and so is a computation', async () => {
    for (const text of [
      'add.1 = bf16[8,128]{1,0:T(8,128)(2,1)} add(a, b)',
      'sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n',
    ]) {
      expect(await of(text)).toEqual({ kind: 'modules', modules: [{ name: '', text }], note: '' });
    }
  });

  test('a compressed dump is unpacked', async () => {
    expect(await recognize(gzipSync(MODULE('m')))).toMatchObject({ modules: [{ name: 'm' }] });
  });

  test('other line ends and other encodings do not matter', async () => {
    const found = await of(MODULE('m').replaceAll('\n', '\r\n'));
    expect(found).toMatchObject({ modules: [{ name: 'm', text: MODULE('m') }] });
    const wide = new Uint8Array(new Uint16Array([0xfeff, ...Buffer.from(MODULE('m'))]).buffer);
    expect(await recognize(wide)).toMatchObject({ modules: [{ name: 'm', text: MODULE('m') }] });
  });
});

describe('what is not HLO is named', () => {
  const STABLEHLO = `module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`;
  test.each([
    [STABLEHLO, 'StableHLO', 'as_text("hlo")'],
    ['#loc = loc(unknown)\nmodule {\n}', 'StableHLO', 'as_text'],
    ['%0 = stablehlo.add %a, %b : tensor<4xf32>', 'StableHLO', 'as_text'],
    ['{ lambda ; a:f32[4]. let b:f32[4] = add a a in (b,) }', 'jaxpr', 'as_text'],
    ['import jax\n\ndef f(x):\n  return x + 1\n', 'Python', 'as_text'],
    ['hlo_module {\n  name: "jit_f"\n}', 'protocol buffer', 'xla_dump_hlo_as_text'],
    ['; ModuleID = "m"\ndefine void @f() {\n}', 'LLVM', 'xla_dump'],
    ['.version 7.0\n.target sm_80\n', 'PTX', 'xla_dump'],
  ])('%s', async (text, what, code) => {
    const found = await of(text);
    expect(found).toMatchObject({
      kind: 'foreign',
      foreign: { what: containing(what) },
    });
    expect(found.kind === 'foreign' && found.foreign.code.join()).toContain(code);
  });

  test('StableHLO that stays unread is to be pasted or opened by itself', async () => {
    expect(await of(STABLEHLO)).toMatchObject({
      foreign: { advice: containing('without other text around it'), importable: true },
    });
  });

  const OUT = 'RESOURCE_EXHAUSTED: Out of memory while trying to allocate 8 bytes.\n';
  test.each([
    ['BufferAssignment:\nallocation 0: size 16, parameter 0:\n', 'buffer-assignment', 'FILE'],
    [`${OUT}BufferAssignment OOM Debugging.\nBufferAssignment stats:\n`, 'out-of-memory', 'FILE'],
    [`XlaRuntimeError: ${OUT}`, 'out-of-memory', 'buffer-assignment.txt'],
    ['Total bytes used: 5136 (5.0KiB)\n', 'memory-usage', 'buffer-assignment.txt'],
    ['Memory Space: default (color=0)\nTotal bytes: 8268 (8.1KiB)\n', 'memory-usage', 'FILE'],
    ['HloLiveRange (max 3):\n  InstructionSequence:\n', 'live-range', 'buffer-assignment.txt'],
    ['CompiledMemoryStats(temp_size_in_bytes=0)', 'CompiledMemoryStats', 'buffer-assignment.txt'],
  ])('the report %j, which the command-line tool reads', async (text, what, file) => {
    const found = await of(text);
    expect(found).toMatchObject({ foreign: { what: containing(what), report: true } });
    const code = found.kind === 'foreign' ? found.foreign.code : [];
    expect(code.at(-1)).toMatch(new RegExp(`^hlo memory .*${file}$`));
  });

  test.each([
    ['a zip archive', [0x50, 0x4b, 3, 4, 0, 0]],
    ['bytecode', [0x4d, 0x4c, 0xef, 0x52, 1, 0]],
    ['bytecode', [0x14, 0, 0, 0x4d, 0x4d, 0x4c, 0xef, 0x52, 1, 0]],
    ['protocol buffer', [0x0a, 5, ...Buffer.from('jit_f'), 0x12, 0, 1, 2]],
  ])('%s', async (what, bytes) => {
    expect(await recognize(new Uint8Array(bytes))).toMatchObject({
      kind: 'foreign',
      foreign: { what: containing(what) },
    });
  });

  test('what is not known stays what it is', async () => {
    expect(await of('hello')).toEqual({ kind: 'unknown', text: 'hello' });
    expect(await recognize(new Uint8Array([1, 0, 2, 0]))).toEqual({ kind: 'unknown', text: null });
    expect(await recognize(new Uint8Array([0x1f, 0x8b, 1, 2]))).toEqual({
      kind: 'unknown',
      text: null,
    });
  });
});

describe('values', () => {
  test('a list of literals becomes the inputs', async () => {
    const json = '[{"shape": "f32[2]", "data": [1, 2]}, {"tuple": []}]';
    expect(await of(json)).toEqual({
      kind: 'arguments',
      file: {
        devices: 0,
        inputs: [
          { kind: 'literal', json: '{"shape":"f32[2]","data":[1,2]}' },
          { kind: 'literal', json: '{"tuple":[]}' },
        ],
      },
    });
  });

  test('each device may have a list of its own', async () => {
    const list = (x: number): string => `[{"data": 5}, {"data": ${x}}]`;
    expect(await of(`{"replicas": [${list(1)}, ${list(2)}]}`)).toEqual({
      kind: 'arguments',
      file: {
        devices: 2,
        inputs: [
          { kind: 'literal', json: '{"data":5}' },
          { kind: 'devices', json: ['{"data":1}', '{"data":2}'] },
        ],
      },
    });
  });

  test('other JSON is not an argument file', async () => {
    expect(await of('{"a": [1, 2]}')).toMatchObject({
      kind: 'foreign',
      foreign: { what: containing('neither a list of arguments') },
    });
  });

  test('arguments may be their elements alone', async () => {
    expect(await of('[[[1, "nan"]], 3, true]')).toEqual({
      kind: 'arguments',
      file: {
        devices: 0,
        inputs: ['[[1,"nan"]]', '3', 'true'].map((json) => ({ kind: 'literal', json })),
      },
    });
    expect((await of('["a", "b"]')).kind).toBe('foreign');
  });

  /** As numpy.save writes it. */
  const npy = (descr: string, shape: string, fortran: string, data: Uint8Array): Uint8Array => {
    const header = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': ${shape}, }`;
    const padded = header.padEnd(117, ' ') + '\n';
    return new Uint8Array([
      0x93,
      ...Buffer.from('NUMPY'),
      1,
      0,
      padded.length,
      0,
      ...Buffer.from(padded),
      ...data,
    ]);
  };
  const bytes = (array: ArrayBufferView): Uint8Array => new Uint8Array(array.buffer);

  test.each([
    [
      '<f4',
      '(2, 3)',
      'False',
      bytes(new Float32Array([0.5, 1, 2, NaN, -0, 6])),
      'f32[2,3]',
      [
        [0.5, 1, 2],
        ['nan', '-0', 6],
      ],
    ],
    [
      '<i4',
      '(2, 3)',
      'True',
      bytes(new Int32Array([1, 2, 3, 4, 5, 6])),
      's32[2,3]',
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    ],
    ['|b1', '(2,)', 'False', new Uint8Array([1, 0]), 'pred[2]', ['true', 'false']],
    ['>u2', '()', 'False', new Uint8Array([1, 2]), 'u16[]', 258],
    [
      '<f2',
      '(3,)',
      'False',
      bytes(new Uint16Array([0x3c00, 0xc000, 0x7c00])),
      'f16[3]',
      [1, -2, 'inf'],
    ],
    [
      '<i8',
      '(1,)',
      'False',
      bytes(new BigInt64Array([9007199254740993n])),
      's64[1]',
      ['9007199254740993'],
    ],
  ])(
    'an array of NumPy of type %s and shape %s',
    async (descr, shape, fortran, data, hlo, expected) => {
      expect(await recognize(npy(descr, shape, fortran, data))).toEqual({
        kind: 'arrays',
        files: [{ shape: hlo, data: expected }],
      });
    },
  );

  test('one that cannot be read says why', async () => {
    expect(await recognize(npy('|O', '(2,)', 'False', new Uint8Array()))).toMatchObject({
      foreign: { advice: containing("type 'O'") },
    });
    expect(await recognize(npy('<f4', '(2,)', 'False', new Uint8Array(4)))).toMatchObject({
      foreign: { advice: containing('cut short') },
    });
  });
});

describe('an importer', () => {
  afterEach(() => void IMPORTERS.splice(0));
  const importing = (read: Importer['read']): void =>
    void IMPORTERS.push({ takes: (_, text) => text?.startsWith('{ lambda') ?? false, read });
  const module = { name: 'm', text: MODULE('m') };

  test('is asked before a file is called foreign', async () => {
    const file = { devices: 0, inputs: [{ kind: 'literal' as const, json: '{"data":5}' }] };
    importing(() =>
      Promise.resolve({
        format: 'a jaxpr',
        module,
        note: 'without names',
        arguments: file,
        source: null,
      }),
    );
    expect(await of('{ lambda ; a. let in (a,) }')).toEqual({
      kind: 'modules',
      modules: [module],
      note: 'converted from a jaxpr; without names',
      arguments: file,
      source: null,
    });
  });
  test('that fails says why', async () => {
    importing(() => Promise.reject(new Error('It did not load.')));
    expect(await of('{ lambda }')).toMatchObject({ foreign: { advice: 'It did not load.' } });
    IMPORTERS.splice(0);
    importing(() => Promise.resolve({ format: 'a jaxpr', failure: 'It has no entry.' }));
    expect(await of('{ lambda }')).toMatchObject({
      kind: 'foreign',
      foreign: { what: 'a jaxpr', advice: 'It has no entry.' },
    });
  });
  test('that does not know the format leaves it to others', async () => {
    importing(() => Promise.resolve(null));
    expect(await of('{ lambda }')).toMatchObject({ foreign: { what: containing('jaxpr') } });
  });
});
