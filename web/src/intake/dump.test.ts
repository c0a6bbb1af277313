// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { sortDump, stageOf } from './dump';

const files = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));

test('stages stand in the order of the passes, each once', () => {
  const { stages, others, left } = sortDump(
    files(
      'module_0003.jit_f.cpu_after_optimizations-buffer-assignment.txt',
      'module_0003.jit_f.cpu_after_optimizations.txt',
      'module_0003.jit_f.0010.simplify.after_b.before_c.txt',
      'module_0003.jit_f.0002.simplify.after_a.before_b.txt',
      'module_0003.jit_f.before_optimizations.txt',
      'module_0003.jit_f.before_optimizations.hlo.pb',
      'module_0003.jit_f.debug_options',
      'notes.txt',
    ),
  );
  expect(stages.map(({ file, stage }) => [stage.name, file.name.split('.').at(-1)])).toEqual([
    ['before_optimizations', 'pb'],
    ['0002.simplify.after_a.before_b', 'txt'],
    ['0010.simplify.after_b.before_c', 'txt'],
    ['cpu_after_optimizations', 'txt'],
  ]);
  expect(others).toEqual(files('notes.txt'));
  expect(left).toBe(3);
});

test('modules are told apart by their names, not by their numbers', () => {
  expect(stageOf('1700000000.module_0007.jit_f.1.before_optimizations.txt')).toMatchObject({
    module: 'jit_f.1',
    name: 'before_optimizations',
  });
  expect(stageOf('module_0008.jit_f.1.sm_9.0_gpu_after_optimizations.txt')).toMatchObject({
    module: 'jit_f.1',
    name: 'sm_9.0_gpu_after_optimizations',
  });
  expect(stageOf('model.hlo')).toBeNull();
  expect(stageOf('module_0008.jit_f.ir-with-opt.ll')).toBeNull();
});

test('modules of one name that have a stage twice are told apart by their numbers', () => {
  const { stages, left } = sortDump(
    files(
      'module_0121.jit__lambda.before_optimizations.txt',
      'module_0121.jit__lambda.cpu_after_optimizations.txt',
      '1700.module_0125.jit__lambda.before_optimizations.txt',
      'module_0125.jit__lambda.cpu_after_optimizations.txt',
    ),
  );
  expect(stages.map(({ stage }) => stage.module)).toEqual([
    'module_0121.jit__lambda',
    'module_0121.jit__lambda',
    'module_0125.jit__lambda',
    'module_0125.jit__lambda',
  ]);
  expect(left).toBe(0);
});

test('files of a dump without a stage are opened like others', () => {
  const chosen = files('module_0001.txt', 'module_0001.jit_f.debug_options');
  expect(sortDump(chosen)).toEqual({ stages: [], others: chosen, left: 0 });
});
