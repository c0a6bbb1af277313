// SPDX-License-Identifier: Apache-2.0
// Checks that all modules of the page give the same messages and bits: node wasm/modules_test.mjs runs large
// programs and all vectors in the small and in the full-speed module; with --threads in the small one and
// in the full-speed one with one thread and with four.
import { readFileSync, readdirSync } from 'node:fs';
import { loadThreaded } from './threads_in_node.mjs';

const BUILT = new URL('../build/wasm/bin/', import.meta.url);
const VECTORS = new URL('../conformance/vectors/', import.meta.url);
const SUM = 'add {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b)\n}\n';
const MAX = 'max {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] maximum(a, b)\n}\n';

// Work that is split into tasks: [name, dimensions of the f32 result r, computations,
// instructions].
const PROGRAMS = [
  ['exponential', [1 << 20], '', 'x = f32[1048576] parameter(0)\nr = f32[1048576] exponential(x)'],
  ['chain', [1 << 20], '', `x = f32[1048576] parameter(0)
    y = f32[1048576] parameter(1)
    d = f32[1048576] add(x, x)
    t = f32[1048576] tanh(d)
    r = f32[1048576] add(t, y)`],
  ['sums of rows', [1000], SUM, `x = f32[1000,1025] parameter(0)
    z = f32[] constant(0)
    r = f32[1000] reduce(x, z), dimensions={1}, to_apply=add`],
  ['sums of columns', [1025], SUM, `x = f32[1000,1025] parameter(0)
    z = f32[] constant(0)
    r = f32[1025] reduce(x, z), dimensions={0}, to_apply=add`],
  ['sum of all', [], SUM, `x = f32[1000,1025] parameter(0)
    z = f32[] constant(0)
    r = f32[] reduce(x, z), dimensions={0,1}, to_apply=add`],
  ['softmax', [512, 1000], SUM + MAX, `x = f32[512,1000] parameter(0)
    least = f32[] constant(-inf)
    m = f32[512] reduce(x, least), dimensions={1}, to_apply=max
    mb = f32[512,1000] broadcast(m), dimensions={0}
    d = f32[512,1000] subtract(x, mb)
    e = f32[512,1000] exponential(d)
    z = f32[] constant(0)
    s = f32[512] reduce(e, z), dimensions={1}, to_apply=add
    sb = f32[512,1000] broadcast(s), dimensions={0}
    r = f32[512,1000] divide(e, sb)`],
  ['dot', [500, 300], '', `x = f32[500,700] parameter(0)
    y = f32[700,300] parameter(1)
    r = f32[500,300] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}`],
  ['batched dot', [16, 100, 90], '', `x = f32[16,100,130] parameter(0)
    y = f32[16,130,90] parameter(1)
    r = f32[16,100,90] dot(x, y), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}`],
  ['dot of integers', [500, 300], '', `x = s8[500,700] parameter(0)
    y = s8[700,300] parameter(1)
    d = s32[500,300] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
    r = f32[500,300] convert(d)`],
  ['convolution', [2, 56, 56, 32], '', `x = f32[2,56,56,16] parameter(0)
    k = f32[3,3,16,32] parameter(1)
    r = f32[2,56,56,32] convolution(x, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f`],
  ['transpose', [700, 1000], '', `x = f32[1000,700] parameter(0)
    r = f32[700,1000] transpose(x), dimensions={1,0}`],
  ['running sums', [300000], SUM, `x = f32[300000] parameter(0)
    z = f32[] constant(0)
    r = f32[300000] reduce-window(x, z), window={size=300000 pad=299999_0}, to_apply=add`],
  ['pooling', [31, 31, 64], MAX, `x = f32[63,63,64] parameter(0)
    least = f32[] constant(-inf)
    r = f32[31,31,64] reduce-window(x, least), window={size=3x3x1 stride=2x2x1}, to_apply=max`],
  ['gather', [50000, 16], '', `x = f32[3000,16] parameter(0)
    n = s32[50000] iota(), iota_dimension=0
    k = s32[] constant(3000)
    kb = s32[50000] broadcast(k), dimensions={}
    i = s32[50000] remainder(n, kb)
    r = f32[50000,16] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,16}`],
];

/** A program whose result is a checksum over every bit of r. The result is small, so it is reported
 *  by runs that keep no values and therefore fuse. */
function withChecksum([, dims, computations, instructions]) {
  const shape = `u32[${dims}]`, n = dims.reduce((product, size) => product * size, 1);
  return `HloModule m
sum {
  a = u32[] parameter(0)
  b = u32[] parameter(1)
  ROOT s = u32[] add(a, b)
}
${computations}ENTRY e {
  ${instructions}
  bits = ${shape} bitcast-convert(r)
  flat = u32[${n}] reshape(bits)
  place = u32[${n}] iota(), iota_dimension=0
  one = u32[] constant(1)
  ones = u32[${n}] broadcast(one), dimensions={}
  twice = u32[${n}] add(place, place)
  odd = u32[${n}] add(twice, ones)
  product = u32[${n}] multiply(flat, odd)
  none = u32[] constant(0)
  ROOT checksum = u32[] reduce(product, none), dimensions={0}, to_apply=sum
}`;
}

/** What the module says of a text, without times. */
function reading(hlo, text) {
  const analysis = JSON.parse(hlo.analyze(text, true));
  const printed = hlo.print(analysis.program, 'hlo');
  hlo.release(analysis.program);
  return JSON.stringify([{ ...analysis, program: 0, milliseconds: 0 }, printed]);
}

/** The outcome of a run as a string: results or the error. */
function outcome(hlo, text, argumentsJson, options) {
  const { program, computations } = JSON.parse(hlo.analyze(text, false));
  const report = JSON.parse(hlo.run(program, argumentsJson, JSON.stringify(options)));
  const entry = computations.find((computation) => computation.entry);
  const root = entry?.instructions.find((instruction) => instruction.root)?.id ?? -1;
  const large = report.results.some(({ literal }) => literal === null);
  const literal = large && options.keepValues ? hlo.literal(program, root, 0) : '';
  hlo.release(program);
  return JSON.stringify([report.error?.code, report.error?.message, report.results, literal]);
}

function* programs() {
  const list = JSON.stringify([{ fill: 'random', seed: 1 }, { fill: 'random', seed: 2 }]);
  for (const given of PROGRAMS) {
    const text = withChecksum(given), parameters = text.match(/ = \w+\[[\d,]+\] parameter/g).length;
    const argumentsJson = JSON.stringify(JSON.parse(list).slice(0, parameters));
    for (const keepValues of [false, true]) {
      for (const numerics of ['fast', 'portable']) {
        const name = `${given[0]} (${numerics}${keepValues ? ', keeping values' : ''})`;
        yield { name, text, argumentsJson, options: { keepValues, numerics }, runs: true };
      }
    }
  }
}

/** All cases of the engine; run cases with the same arguments for all devices are run. */
function* vectors() {
  for (const file of readdirSync(VECTORS).filter((name) => name.endsWith('.json')).sort()) {
    for (const { id, kind, hlo, args, topology } of JSON.parse(readFileSync(new URL(file, VECTORS))).cases) {
      if (kind === 'import') continue; // of another module
      const given = { name: id, text: hlo.join('\n') };
      if (kind !== 'run' || (args !== undefined && !Array.isArray(args))) yield given;
      else {
        const options = { keepValues: true, ...topology };
        yield { ...given, argumentsJson: JSON.stringify(args ?? []), options };
      }
    }
  }
}

async function load(name) {
  const { default: createHlo } = await import(new URL(`${name}.mjs`, BUILT).href);
  return createHlo({ wasmBinary: readFileSync(new URL(`${name}.wasm`, BUILT)) });
}

const withThreads = process.argv.includes('--threads');
const THREADS = withThreads ? [1, 4] : [1];
const small = await load('hlo');
const full = [];
for (const count of THREADS) full.push(withThreads ? await loadThreaded(count) : await load('hlo-full'));
const counts = { passed: 0, failed: 0 };
const judge = (name, holds) => {
  counts[holds ? 'passed' : 'failed'] += 1;
  if (!holds) console.log(`FAILED ${name}`);
};

judge('the small module is not the full-speed one', !JSON.parse(small.about()).full);
for (const [index, threads] of THREADS.entries()) {
  const about = JSON.parse(full[index].about());
  judge(`the full-speed module has ${threads} threads`, about.full && about.threads === threads);
}
for (const tests of [programs(), vectors()]) {
  for (const { name, text, argumentsJson, options, runs } of tests) {
    const read = reading(small, text);
    judge(`${name}: reading`, full.every((hlo) => reading(hlo, text) === read));
    if (options === undefined) continue;
    const expected = outcome(small, text, argumentsJson, options);
    const same = full.every((hlo) => outcome(hlo, text, argumentsJson, options) === expected);
    judge(name, same && (!runs || expected.startsWith('[null,null,[{')));
    if (runs && !expected.startsWith('[null,null,[{')) console.log(expected);
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
process.exit(counts.failed === 0 ? 0 : 1);
