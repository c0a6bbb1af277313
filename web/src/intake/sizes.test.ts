// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { realModule } from '../engine/real_engine';
import createHloImport, {
  type HloImportModule,
  type ImportedFile,
} from '../generated/hlo-import.mjs';
import { moduleOfJson, rootShape } from './import_engine';
import { JSON_FORMAT } from './formats';
import { askedSizes, dimensionText, dimsOf, sizesText, withoutAdvice, type Sizes } from './sizes';

const ADVISED = 'argument 0: dimension 0 is not known; give it with --dim b=8';

describe('the sizes to ask for', () => {
  test('are those given before, and the one that the importers lack', () => {
    expect(askedSizes([{ message: ADVISED }])).toEqual({ b: 8 });
    const missing = { message: ADVISED.replace('b=', 'arg0.1=') };
    expect(askedSizes([{ message: 'other' }, missing], { b: 2 })).toEqual({ b: 2, 'arg0.1': 8 });
  });

  test('are none where no name is known, and none was given', () => {
    expect(askedSizes([])).toBeNull();
    expect(askedSizes([{ message: ADVISED.replace('b=', 'NAME=') }])).toBeNull();
  });

  test('are those given before where another size is of no use', () => {
    const given = { b: 2 };
    expect(askedSizes([{ message: ADVISED }], given)).toBe(given);
    expect(askedSizes([{ message: 'must be a multiple of 4' }], given)).toBe(given);
  });
});

test('a size is named by its variable, or by its place', () => {
  expect(dimensionText('arg0.1')).toBe('dimension 1 of argument 0');
  expect(sizesText({ b: 8, 'arg2.0': 3 })).toBe('b = 8, dimension 0 of argument 2 = 3');
  expect(withoutAdvice(ADVISED)).toBe('argument 0: dimension 0 is not known');
});

describe('the importers', () => {
  const TWO = `func.func @main(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
`;
  let importers: HloImportModule;
  let engine: Awaited<ReturnType<typeof realModule>>;
  let shapeOf: (text: string) => string;
  beforeAll(async () => {
    const wasm = new URL('../generated/hlo-import.wasm', import.meta.url);
    importers = await createHloImport({ wasmBinary: readFileSync(wasm) });
    engine = await realModule();
    shapeOf = (text) => rootShape(engine, text);
  });
  const imported = (sizes: Sizes): ImportedFile => {
    const options = { dims: dimsOf(sizes), rootShape: shapeOf };
    return JSON.parse(importers.importFile(TWO, 'the file', options)) as ImportedFile;
  };

  test('name each size that they lack, and take the one that is given for it', () => {
    let sizes = askedSizes(imported({}).findings);
    expect(sizes).toEqual({ 'arg0.0': 8 });
    sizes = askedSizes(imported({ 'arg0.0': 2 }).findings, { 'arg0.0': 2 });
    expect(sizes).toEqual({ 'arg0.0': 2, 'arg1.0': 8 });
    // The engine knows the shape of the result, which the text does not say.
    expect(imported({ 'arg0.0': 2, 'arg1.0': 3 }).text).toContain('f32[5,2]{1,0} concatenate(');
  });

  test('leave modules as JSON to the engine', () => {
    const json = `{"computations": [{"name": "e", "instructions": [
      {"name": "i", "opcode": "iota", "shape": "s32[3]", "attributes": [{"name": "iota_dimension", "text": "0"}]}]}]}`;
    expect(JSON.parse(importers.importFile(json, 'the file', {}))).toMatchObject({
      format: JSON_FORMAT,
    });
    expect(moduleOfJson(engine, json).text).toContain(
      'ROOT %i = s32[3]{0} iota(), iota_dimension=0',
    );
    const faulty = moduleOfJson(engine, json.replace('iota_dimension', 'dimension'));
    expect(faulty).toMatchObject({ ok: false, text: '', findings: [{ code: 'P04', line: 2 }] });
  });

  test('get no shape for a text with errors', () => {
    expect(shapeOf('ENTRY e {\n  a = f32[2] parameter(0)\n  ROOT r = sine(a)\n}\n')).toBe(
      'f32[2]{0}',
    );
    expect(shapeOf('ENTRY e {\n  a = f32[2] parameter(0)\n  ROOT r = f32[3] add(a, a)\n}\n')).toBe(
      '',
    );
    expect(shapeOf('@')).toBe('');
  });
});
