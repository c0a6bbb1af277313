// SPDX-License-Identifier: Apache-2.0
export const PANES = [
  'value',
  'layout',
  'devices',
  'inputs',
  'source',
  'changes',
  'messages',
] as const;
export type Pane = (typeof PANES)[number];
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
