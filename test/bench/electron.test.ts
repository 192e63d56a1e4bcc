/** What is pure of the bench in real Electron: its verdicts, its table, its lines, and what it knows of processes. */
import { expect, test } from 'vitest';
import { lineReader } from './electron/inside/protocol.ts';
import { judge, type Target, table } from './electron/measures.ts';
import type { Who } from './electron/run.ts';
import { memoryByType, processorTime, typeOf } from './viewer/processes.ts';
import { Figures } from './viewer/results.ts';

const values = (app: number[], pdfjs: number[] = [], bare: number[] = []) => {
  const by: Record<Who, number[]> = { app, pdfjs, bare };
  return (who: Who) => by[who];
};

test.each<[name: string, target: Target, given: ReturnType<typeof values>, met: boolean | null]>([
  ['at most, by the median', { kind: 'most', value: 50, statistic: 'median' }, values([10, 50, 900]), true],
  ['at most, by the largest', { kind: 'most', value: 50, statistic: 'max' }, values([10, 50, 900]), false],
  ['a share of the other', { kind: 'times', value: 0.3, of: 'pdfjs' }, values([31], [100]), false],
  ['a share of the other, kept', { kind: 'times', value: 0.3, of: 'pdfjs' }, values([30], [100]), true],
  ['over the other', { kind: 'over', value: 110, of: 'bare' }, values([361], [], [250]), false],
  ['over the other, kept', { kind: 'over', value: 110, of: 'bare' }, values([360], [], [250]), true],
  ['less than the other', { kind: 'over', value: 110, of: 'bare' }, values([200], [], [250]), true],
  ['nothing of ours', { kind: 'most', value: 50, statistic: 'median' }, values([]), null],
  ['nothing of the other', { kind: 'times', value: 0.3, of: 'pdfjs' }, values([30]), null],
])('a target: %s', (_name, target, given, met) => {
  expect(judge(target, 'ms', given).met).toBe(met);
});

test('a verdict says how far it is', () => {
  const { words } = judge({ kind: 'over', value: 110, of: 'bare' }, 'MiB', values([400], [], [250]));
  expect(words).toBe('≤ 110 MiB over bare (is +150)');
});

test('the table has what was measured, with ratios, and nothing else', () => {
  const figures = new Figures<Who>();
  figures.add('launch', 'app', 600, 700, 800);
  figures.add('launch', 'bare', 350);
  const [, , row, ...more] = table(figures).split('\n');
  expect(more).toEqual([]);
  expect(row).toContain('≤ 250 ms over bare (is +350)');
  expect(row).toContain('**missed**');
  expect(row).toContain('| 700 / 800 / 800 (3) |');
  expect(row).toMatch(/\| {2}\| 2\.00 \|$/);
});

test('lines are told when they are whole', () => {
  const lines: string[] = [];
  const hear = lineReader((line) => lines.push(line));
  hear('{"a"');
  expect(lines).toEqual([]);
  hear(':1}\n{"b":2}\n{');
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
});

test('the type of a process is in its command line', () => {
  expect(typeOf('/electron --type=renderer --lang=en')).toBe('renderer');
  expect(typeOf('/electron --type=gpu-process')).toBe('gpu-process');
  expect(typeOf('/electron /app --user-data /some--type=x')).toBe('main');
});

test.runIf(process.platform === 'linux')('a program has memory and has used a processor', () => {
  expect(memoryByType(process.pid)?.get('main')).toBeGreaterThan(1);
  expect(processorTime(process.pid)).toBeGreaterThan(0);
});
