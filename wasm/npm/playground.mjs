// SPDX-License-Identifier: Apache-2.0
// The common operations on the functions of the WebAssembly modules.

/** A program or shape with errors, or a run that failed. */
export class HloError extends Error {
  constructor(diagnostics) {
    super(diagnostics.map((d) => (d.line ? `${d.line}:${d.column}: ${d.message}` : d.message)).join('\n'));
    this.name = 'HloError';
    this.diagnostics = diagnostics;
  }
}

const FORMATS = ['hlo', 'long', 'short', 'json', 'dot'];

export class Hlo {
  constructor(module) {
    this.module = module;
  }

  about() {
    return JSON.parse(this.module.about());
  }

  check(text, { lenient = false } = {}) {
    return this.#with(text, lenient, ({ diagnostics }) => diagnostics);
  }

  format(text, format = 'hlo') {
    if (!FORMATS.includes(format)) throw new TypeError(`format must be ${FORMATS.join(', ')}, got ${format}`);
    return this.#valid(text, ({ program }) => this.module.print(program, format));
  }

  run(text, args = [], options = {}) {
    return this.#valid(text, (analysis) => this.#run(analysis, args, options));
  }

  layout(shape) {
    const report = JSON.parse(this.module.describeShape(shape));
    if (!report.ok) throw new HloError([{ ...report.error, line: 1, column: report.error.span[0] + 1 }]);
    return report.leaves;
  }

  ops() {
    return JSON.parse(this.module.ops());
  }

  #run({ program, computations, replicas, partitions }, args, options) {
    const devices = (options.replicas ?? replicas) * (options.partitions ?? partitions);
    const root = computations.find((c) => c.entry).instructions.find((i) => i.root).id;
    const given = JSON.stringify(args, (_, value) => (typeof value === 'bigint' ? String(value) : numbers(value)));
    const kept = { shown: [root], keepDevices: devices, ...options };
    const report = JSON.parse(this.module.run(program, given, JSON.stringify(kept)));
    if (!report.ok) throw new HloError([report.error]);
    return report.results.map(({ literal }, device) => literal ?? JSON.parse(this.module.literal(program, root, device)));
  }

  #valid(text, use) {
    return this.#with(text, false, (analysis) => {
      if (!analysis.ok) throw new HloError(analysis.diagnostics.filter((d) => d.severity === 'error'));
      return use(analysis);
    });
  }

  #with(text, lenient, use) {
    const analysis = JSON.parse(this.module.analyze(text, lenient));
    try {
      return use(analysis);
    } finally {
      if (analysis.program) this.module.release(analysis.program);
    }
  }
}

/** JSON has neither NaN nor infinities nor typed arrays. */
function numbers(value) {
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (typeof value !== 'number' || Number.isFinite(value)) return Object.is(value, -0) ? '-0.0' : value;
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

export class Importer {
  constructor(module) {
    this.module = module;
  }

  translate(file, name = 'file', options = {}) {
    const bytes = typeof file === 'string' ? file : new Uint8Array(file);
    return JSON.parse(this.module.importFile(bytes, name, options));
  }
}

export class Exporter {
  constructor(module) {
    this.module = module;
  }

  toProtobuf(text) {
    return this.#translate(text, 'pb');
  }

  toStablehlo(text) {
    return new TextDecoder().decode(this.#translate(text, 'stablehlo'));
  }

  #translate(text, format) {
    const { bytes, error } = this.module.exportText(text, format);
    if (bytes === undefined) throw new HloError([error]);
    return bytes;
  }
}
