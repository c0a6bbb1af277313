// SPDX-License-Identifier: Apache-2.0
// hlo: the page's modules, used as the page uses them. The engine keeps the arguments.
import { readFileSync } from 'node:fs';

const BUILT = new URL('../wasm/bin/', import.meta.url);

function rootOf(analysis) {
  const entry = analysis.computations.find((computation) => computation.entry);
  return entry.instructions.find((instruction) => instruction.root).id;
}

function parsing(hlo, text) {
  return { run: () => hlo.release(handleOf(hlo.check(text, false))), peek: () => 0 };
}

/** Reads {"program":7,... without parsing the whole report. */
function handleOf(report) {
  return parseInt(report.slice('{"program":'.length), 10);
}

export const load = () => loadModule('hlo-full');
export const loadSmall = () => loadModule('hlo');

async function loadModule(name) {
  const createHlo = (await import(new URL(`${name}.mjs`, BUILT))).default;
  const hlo = await createHlo({ wasmBinary: readFileSync(new URL(`${name}.wasm`, BUILT)) });
  return { version: JSON.parse(hlo.about()).version, open: async (request) => open(hlo, request) };
}

function open(hlo, { key, program: text, inputs }) {
  if (key === 'parse') return parsing(hlo, text);
  const analysis = JSON.parse(hlo.analyze(text, false));
  const why = analysis.diagnostics[0]?.message ?? analysis.cannotRun;
  if (why) throw new Error(why);
  const program = analysis.program;
  inputs.forEach((bytes, i) => {
    const error = hlo.setArgument(program, i, bytes);
    if (error) throw new Error(error);
  });
  const first = JSON.parse(hlo.run(program, '', '{"keepValues":false}'));
  if (!first.ok) throw new Error(first.error.message);
  const root = rootOf(analysis);
  return {
    peakBytes: first.peakBytes,
    run: () => hlo.execute(program),
    peek: (index) => {
      hlo.run(program, '', '{}');  // keeps values
      return hlo.numbers(program, root, 0, '[]', index, 1)[0];
    },
    dispose: () => hlo.release(program),
  };
}
