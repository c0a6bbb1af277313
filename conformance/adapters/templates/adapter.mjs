// SPDX-License-Identifier: Apache-2.0
// A template of an adapter: replace `run` by your engine. This one knows a single op on two f64 parameters.
//
// hlo conform --engine 'node conformance/adapters/templates/adapter.mjs'
import { createInterface } from 'node:readline';

const hello = {
  version: 1, name: 'my-engine', engine_version: '0.1', issues: 'https://example.com/issues',
  types: ['f64'], // a case that requires another type is skipped
  features: [], // of "replicas", "partitions", "dynamic", "infeed"
  kinds: ['run'], // add "reject" if the engine verifies programs
};
const ops = { add: (a, b) => a + b, subtract: (a, b) => a - b, multiply: (a, b) => a * b };
const program = new RegExp(
  '^HloModule m\\nENTRY e {\\n  (\\w+) = \\S+ parameter\\(0\\)\\n  (\\w+) = \\S+ parameter\\(1\\)\\n'
  + '  ROOT \\w+ = (\\S+) (\\w+)\\((\\w+), (\\w+)\\)\\n}\\n$');
const words = { nan: NaN, inf: Infinity, '-inf': -Infinity };

/** The engine does not support the program. */
class Skip extends Error {}

// `data` is nested lists in row-major order.
const elementwise = (f, a, b) => (Array.isArray(a)
  ? a.map((item, i) => elementwise(f, item, b[i]))
  : f(words[a] ?? a, words[b] ?? b));

/** One LITERAL per device: {shape: 'f64[2]', data: [1, 2]} or {tuple: [...]}. */
function run(hlo, args) {
  const found = program.exec(hlo);
  if (!found || !(found[4] in ops)) throw new Skip('a program of more than one op');
  const values = { [found[1]]: args[0].data, [found[2]]: args[1].data };
  return [{ shape: found[3], data: elementwise(ops[found[4]], values[found[5]], values[found[6]]) }];
}

/** JSON.stringify drops NaN, infinities, and the sign of zero. */
function json(value) {
  if (Array.isArray(value)) return `[${value.map(json)}]`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([k, v]) => `"${k}":${json(v)}`)}}`;
  if (Object.is(value, -0)) return '-0.0';
  if (typeof value !== 'number' || Number.isFinite(value)) return JSON.stringify(value);
  return Number.isNaN(value) ? '"nan"' : value > 0 ? '"inf"' : '"-inf"';
}

function answer({ cmd, seq, hlo, args }) {
  if (cmd === 'start') return hello;
  try {
    return { seq, results: run(hlo, args) };
  } catch (error) { // an invalid program: {rejected: {phase: 'shape', message: '...'}}
    return error instanceof Skip ? { seq, skipped: error.message } : { seq, error: { message: String(error) } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === 'stop') break;
  process.stdout.write(`${json(answer(message))}\n`);
}
