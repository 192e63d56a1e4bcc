/** Pages of many publishers: what each is, and its dates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { at, margin, read, values } from './page.ts';

type CellOf = readonly [x: number, y: number, text: string, size?: number];
type Facts = Readonly<Record<string, string | null>>;

const lay = (cells: readonly CellOf[]): TextRun[] => cells.map(([x, y, text, size]) => at(x, y, text, size));
/** What the middle of a chart is full of. */
const body = Array.from({ length: 30 }, (_, n) => at(0.1 + 0.02 * n, 0.3 + 0.012 * n, '2100 D8.0 IFXX'));

/** The heading of a Jeppesen chart of 12 April 2019. */
const jeppesen = (number: string, ...cells: CellOf[]): CellOf[] => [
  [0.05, 0.04, 'KDEN/DEN', 10],
  [0.05, 0.055, 'DENVER INTL'],
  [0.4, 0.04, 'JEPPESEN'],
  [0.4, 0.06, '12 APR 19'],
  [0.55, 0.06, number],
  [0.05, 0.97, 'CHANGES: Note, minimums 01 MAR 19.'],
  [0.4, 0.97, '© JEPPESEN, 1999, 2019. ALL RIGHTS RESERVED.'],
  ...cells,
];
const frames: Readonly<Record<string, (number: string, cells: readonly CellOf[]) => CellOf[]>> = {
  jeppesen: (number, cells) => jeppesen(number, ...cells),
  lido: (_number, cells) => [
    [0.7, 0.03, 'Eff 15-AUG-2024'],
    [0.7, 0.05, '08-AUG-2024'],
    [0.1, 0.97, 'Change: WPT added'],
    [0.4, 0.98, '© Lido 2024'],
    ...cells,
  ],
  faa: (_number, cells) => [
    [0.6, 0.06, 'AL-999 (FAA)', 5],
    [0.75, 0.05, 'SPRINGFIELD INTL (SGF)(KSGF)', 6],
    [0.75, 0.07, 'SPRINGFIELD, MISSOURI', 5],
    ...cells,
  ],
};

/** The pages of publisher-pages.txt: name, lines and facts. */
const PAGES = readFileSync(join(import.meta.dirname, 'publisher-pages.txt'), 'utf8')
  .trimEnd()
  .split(/^# /m)
  .slice(1)
  .map((text) => {
    const [name = '', ...lines] = text.trimEnd().split('\n');
    const cells = lines.flatMap((line): CellOf[] => {
      const [, x, y, size, words = ''] = /^([\d.]+) ([\d.]+) (?:\/(\d+) )?(.*)$/.exec(line) ?? [];
      return x ? [[Number(x), Number(y), words, ...(size ? [Number(size)] : [])] as unknown as CellOf] : [];
    });
    const [, kind, number = ''] = lines.map((line) => /^@(\w+) ?(.*)$/.exec(line)).find(Boolean) ?? [];
    const framed = kind ? frames[kind]?.(number, cells) : cells;
    if (!framed) throw new Error(`There is no frame ${kind}.`);
    return { name, cells: framed, facts: factsOf(lines.at(-1) ?? '') };
  });

/** `= kind approach · number -` */
function factsOf(line: string): Facts {
  const facts = line.slice('= '.length).split(' · ');
  return Object.fromEntries(
    facts.map((fact) => {
      const [name = '', ...words] = fact.split(' ');
      const value = words.join(' ');
      return [name, value === '-' ? null : value];
    }),
  );
}

describe('pages of many publishers', () => {
  it.each(PAGES)('$name', ({ name, cells, facts }) => {
    const isChart = !/plan|NOTAM|bulletin|weather|contents|cover|text/i.test(name);
    expect(values(read([...lay(cells), ...(isChart ? body : [])]))).toMatchObject(facts);
  });

  it('have every kind', () => {
    const kinds = new Set(PAGES.map(({ facts }) => facts.kind));
    const all =
      'airport parking sid star approach departure minimums hotspot text flight_plan notam weather cover contents other';
    for (const kind of all.split(' ')) expect(kinds).toContain(kind);
  });

  it('say of a printed Jeppesen chart until when its data were valid', () => {
    const words =
      'Terminal chart data cycle 01-2021 (Expired); Notice: After 21 Jan 2021, 0000Z, this chart may no longer be valid';
    expect(read([...lay(jeppesen('11-1')), margin(words), ...body])).toMatchObject({
      print_valid_to: { value: '2021-01-21' },
      effective_from: null,
      effective_to: null,
    });
  });
});
