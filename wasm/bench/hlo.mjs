// SPDX-License-Identifier: Apache-2.0
// hlo: the page's modules, used as the page uses them. The engine keeps the arguments.

function resultOf(analysis) {
  const entry = analysis.computations.find((computation) => computation.entry);
  return entry.instructions.find((instruction) => instruction.root);
}

function parsing(hlo, text) {
  return { run: () => hlo.release(handleOf(hlo.check(text, false))), peek: () => 0 };
}

/** Reads {"program":7,... without parsing the whole report. */
function handleOf(report) {
  return parseInt(report.slice('{"program":'.length), 10);
}

export const load = (host) => loadModule(host, 'hlo-full');
export const loadSmall = (host) => loadModule(host, 'hlo');

async function loadModule(host, name) {
  const built = (file) => host.url(`../wasm/bin/${file}`);
  const createHlo = (await import(built(`${name}.mjs`))).default;
  const hlo = await createHlo({ wasmBinary: await host.read(built(`${name}.wasm`)) });
  return { version: `hlo ${JSON.parse(hlo.about()).version}`, open: async (request) => open(hlo, request) };
}

function checkText(error) {
  if (error) throw new Error(error);
}

/** A program with its arguments, run once. */
function prepare(hlo, text, inputs) {
  const analysis = JSON.parse(hlo.analyze(text, false));
  checkText(analysis.diagnostics[0]?.message ?? analysis.cannotRun);
  inputs.forEach((bytes, i) => checkText(hlo.setArgument(analysis.program, i, bytes)));
  const first = JSON.parse(hlo.run(analysis.program, '', '{"keepValues":false}'));
  checkText(first.error?.message);
  return { analysis, peakBytes: first.peakBytes };
}

/** Parses, verifies, and prepares the program again in each run. */
function runFromText(hlo, text, inputs) {
  const program = handleOf(hlo.check(text, false));
  inputs.forEach((bytes, i) => checkText(hlo.setArgument(program, i, bytes)));
  hlo.execute(program);
  hlo.release(program);
}

/** Reads elements of the result. The run that keeps it is repeated after other runs: they drop it. */
function reader(hlo, analysis) {
  const root = resultOf(analysis);
  const path = root.shape.startsWith('(') ? '[0]' : '[]';
  const number = (index) => hlo.numbers(analysis.program, root.id, 0, path, index, 1)[0];
  return (index) => {
    if (number(index) === undefined) hlo.run(analysis.program, '', '{}');
    return number(index) ?? 0;
  };
}

function open(hlo, { key, program: text, inputs }) {
  if (key === 'parse') return parsing(hlo, text);
  const { analysis, peakBytes } = prepare(hlo, text, inputs);
  const { program } = analysis;
  return {
    peakBytes,
    run: key === 'compile' ? () => runFromText(hlo, text, inputs) : () => hlo.execute(program),
    peek: reader(hlo, analysis),
    dispose: () => hlo.release(program),
  };
}
