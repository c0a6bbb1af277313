// SPDX-License-Identifier: Apache-2.0
// Cuts the engine's module in two, so that a first visit waits only for what it uses: functions that
// run when the gallery, the vectors' faulty texts about its ops and all layouts of the vectors go
// through the module form the first part; what other ops and many devices need, or hardly any dump
// has, is left to the rest, and so are the checks of some attributes.
// wasm-split comes with Emscripten's Debian package.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FEATURES = ['simd', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals'];
const V128 = 0x7b;
const PAGE = 65536;
const OPTIONS = JSON.stringify({ partial: true, maxBytes: 1 << 29, maxSteps: 1e6, keepDevices: 4 });

const root = fileURLToPath(new URL('../../', import.meta.url));

function wasmSplit(...words) {
  execFileSync('wasm-split', [...FEATURES.map((name) => `--enable-${name}`), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

// Attributes whose faults are left to the rest: rare ones, and those whose checks take the most code.
const FAULTS_LEFT = [
  'replica_count',
  'num_partitions',
  'replica_groups',
  'source_target_pairs',
  'sharding',
  'output_to_operand_aliasing',
  'result_accuracy',
  'statistics',
  'parameter_replication',
  'operand_layout_constraints',
  'async_execution_thread',
  'order',
  'frontend_attributes',
  'input_output_alias',
  'dim_labels',
  'buffer_donor',
  'custom_call_target',
  'entry_computation_layout',
  'allow_spmd_sharding_propagation_to_parameters',
  'allow_spmd_sharding_propagation_to_output',
];
// Payloads of NaN that do not fit, types without NaN or infinity, texts that are nested too deep, and
// arrays that are too large.
const CODES_LEFT = ['C06', 'C07', 'P10', 'S09'];
// Modules as JSON come from tools, not from visitors; hardly any text has a fault in an asynchronous
// pair.
const isLeft = (text) =>
  text.startsWith('{') ||
  text.includes('\nHloModule') || // a second module
  new RegExp(`\\b(${FAULTS_LEFT.join('|')})=|=mesh\\[|#\\d|-done\\(|^StackFrames$`, 'm').test(text);

const filesBelow = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

/** What the exercise needs of an outline; src/engine/outline_table.ts reads all of it. */
function computationsOf({ json, numbers }) {
  if (json === '') return [];
  const { computations, words } = JSON.parse(json);
  let at = 0;
  let valid = 0;
  return computations.map(({ entry, names }) => ({
    entry,
    instructions: names.map(() => {
      const id = (numbers[at + 2] & 4) === 0 ? valid++ : -1;
      const found = { id, opcode: words[numbers[at]], parameter: numbers[at + 3] };
      at += 12;
      for (const width of [1, 1, 2]) at += 1 + width * numbers[at];
      return found;
    }),
  }));
}

/** Does what visitors do. */
function exercise(hlo) {
  hlo.about();
  hlo.ops();
  hlo.diagnosticCodes();
  const read = (text) => {
    const analysis = JSON.parse(hlo.check(text, true));
    return { ...analysis, computations: computationsOf(hlo.outline(analysis.program)) };
  };
  const topics = new Set(['hlo-text']); // and every op of the gallery
  for (const text of filesBelow('web/src/examples', '.hlo')) {
    // What several devices and fused runs need is left to the rest, which is fetched ahead.
    if (/replica_count|num_partitions|\bwhile\(/.test(text)) continue;
    const analysis = read(text);
    if (!analysis.program) continue;
    const parameters = analysis.computations
      .filter(({ entry }) => entry)
      .flatMap(({ instructions }) => instructions.filter(({ parameter }) => parameter >= 0));
    const ids = analysis.computations.flatMap(({ instructions }) =>
      instructions.map(({ id }) => id),
    );
    for (const fill of ['zeros', 'ones', 'random', 'iota']) {
      const list = parameters.map((_, seed) => ({ fill, seed }));
      hlo.run(analysis.program, JSON.stringify(list), OPTIONS);
      hlo.previews(analysis.program, JSON.stringify(ids), 0, 8, 3);
    }
    hlo.run(analysis.program, '', OPTIONS);
    hlo.previews(analysis.program, JSON.stringify(ids), 0, 8, 3);
    hlo.prepare(analysis.program, JSON.stringify(ids), 0);
    hlo.iterations(analysis.program);
    for (const { instructions } of analysis.computations) {
      for (const { id, opcode } of instructions) {
        topics.add(opcode);
        hlo.value(analysis.program, id, 0);
        hlo.elements(analysis.program, id, 0, '[]', 0, 8);
        hlo.numbers(analysis.program, id, 0, '[]', 0, 8);
        hlo.literal(analysis.program, id, 0);
      }
    }
    hlo.print(analysis.program, 'hlo');
    hlo.release(analysis.program);
  }
  for (const { op, cases } of filesBelow('conformance/vectors', '.json').map((text) =>
    JSON.parse(text),
  )) {
    for (const test of cases) {
      if (test.kind === 'import') continue; // of another module
      if (test.topology !== undefined || isLeft(test.hlo.join('\n'))) continue;
      if (CODES_LEFT.includes(test.reject?.code)) continue;
      if (test.kind === 'reject' && test.reject.phase !== 'run' && topics.has(op)) {
        const { program } = read(test.hlo.join('\n'));
        if (program) hlo.release(program);
      } else if (test.kind === 'layout') {
        const shape = test.hlo.join('\n');
        hlo.describeShape(shape);
        hlo.positions(shape, 0, 64);
        hlo.elementsAt(shape, 0, 64);
        hlo.explainIndex(shape, '[0,0]');
        hlo.explainPosition(shape, 1);
      }
    }
  }
}

/** The profile of the instrumented module: 8 bytes, then for each function when it first ran. */
async function profile(glue, instrumented) {
  const { default: createHlo } = await import(pathToFileURL(glue).href);
  let exports;
  const hlo = await createHlo({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(instrumented), imports);
      exports = instance.exports;
      receive(instance);
      return exports;
    },
  });
  exercise(hlo);
  const memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
  const room = 16 * PAGE;
  const at = memory.grow(16) * PAGE;
  const size = exports.__write_profile(at, room);
  if (size > room) throw new Error(`the profile has ${size} bytes, more than ${room}`);
  return new Uint8Array(memory.buffer).slice(at, at + size);
}

/** Numbers of the module's own functions that take or give vectors: no placeholder can stand for
 *  one, as JavaScript cannot pass a vector on. */
function vectorFunctions(wasm) {
  let at = 8;
  const byte = () => wasm[at++];
  const number = () => {
    let value = 0;
    for (let shift = 0, next = 0x80; next & 0x80; shift += 7) {
      next = byte();
      value += (next & 0x7f) * 2 ** shift;
    }
    return value;
  };
  const list = (read) => Array.from({ length: number() }, read);
  let types = [];
  while (at < wasm.length) {
    const id = byte();
    const end = number() + at;
    if (id === 1) {
      types = list(() => (byte(), [...list(byte), ...list(byte)].includes(V128)));
    } else if (id === 3) {
      return list(number).flatMap((type, index) => (types[type] ? [index] : []));
    }
    at = end;
  }
  return [];
}

/** Writes the two parts of `wasm`, whose glue is `glue`. All are paths. */
export async function splitEngine(glue, wasm, first, rest) {
  const folder = mkdtempSync(join(tmpdir(), 'split-'));
  try {
    const instrumented = join(folder, 'instrumented.wasm');
    wasmSplit('--instrument', wasm, '-o', instrumented);
    const data = await profile(glue, readFileSync(instrumented));
    const times = new DataView(data.buffer, 8);
    for (const index of vectorFunctions(readFileSync(wasm))) times.setUint32(4 * index, 1, true);
    writeFileSync(join(folder, 'profile'), data);
    wasmSplit(wasm, `--profile=${join(folder, 'profile')}`, '-o1', first, '-o2', rest);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
