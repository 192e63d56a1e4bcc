/** Sheets with several charts, drawn as Jeppesen's programs print them: what is told of a chart does not depend on its sheet. */
import { expect, test, vi } from 'vitest';
import { chartUnder, movedTo } from '../../main/comparison/marks-moved.ts';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import { freshFolder } from '../fresh-folder.ts';
import { compared, pages, pagesOf } from './documents.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A sheet, points, and the place of its second chart. Turned: of an upright sheet whose charts are read from the side. */
const SHEET = { wide: 842, high: 595, second: 438 };
/** `a1`: chart a in its first version; '': nothing. */
type Chart = string;

const nameOf = (chart: Chart) => chart.slice(0, 1);
/** From 0. */
const placeOf = (chart: Chart) => chart.charCodeAt(0) - 97;
const numberOf = (chart: Chart) => `${1 + Math.floor(placeOf(chart) / 6)}${1 + (placeOf(chart) % 6)}-1`;
const TITLES =
  'ALPHA BRAVO CHARLY DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIET KILO LIMA MIKE NOVEMBER OSCAR PAPA QUEBEC ROMEO SIERRA'.split(
    ' ',
  );

/** Where each chart has a text of its own, points from its lower left corner. */
const OWN = { x: 190, y: 500 };

/** The operators of a chart, from its lower left corner. */
function drawn(chart: Chart): string {
  const seed = chart.charCodeAt(0);
  const text = (x: number, y: number, size: number, words: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
  const fixes = Array.from({ length: 24 }, (_, index) => {
    const [x, y] = [30 + ((index * 67 + seed * 13) % 310), 90 + ((index * 41 + seed * 7) % 380)];
    return `${text(x, y, 7, `F${seed}X${index}`)} ${x} ${y} m ${x + 20} ${y + index} l S`;
  });
  return [
    // Some programs paint the paper first.
    '1 g 8 540 372 30 re f 0 g 1 w 8 40 372 495 re S',
    text(12, 560, 4, 'Licensed to Demo Air. Printed on 30 Jan 2026.'),
    text(12, 543, 12, 'EDDM/MUC'),
    text(170, 543, 7, 'JEPPESEN'),
    text(130, 533, 6, '3 NOV 26'),
    text(175, 533, 8, numberOf(chart)),
    text(260, 543, 11, 'MUNICH, GERMANY'),
    text(260, 530, 11, `ILS Rwy ${1 + (seed % 36)}L ${TITLES[placeOf(chart)]}`),
    ...fixes,
    text(OWN.x, OWN.y, 9, `MDA ${chart.slice(1)}40`),
    text(200, 20, 4, 'JEPPESEN SANDERSON, INC., 2026. ALL RIGHTS RESERVED.'),
  ].join('\n');
}

function document(charts: readonly Chart[], isTurned: boolean): Buffer {
  const sheets: string[] = [];
  for (let at = 0; at < charts.length; at += 2)
    sheets.push(
      charts
        .slice(at, at + 2)
        .map((chart, half) => (chart ? `q 1 0 0 1 ${half * SHEET.second} 0 cm\n${drawn(chart)}\nQ` : ''))
        .join('\n'),
    );
  if (!isTurned) return pagesOf({ width: SHEET.wide, height: SHEET.high }, ...sheets);
  // Read from the right: across is down, and up is across.
  const turned = sheets.map((sheet) => `q 0 -1 1 0 0 ${SHEET.wide} cm\n${sheet}\nQ`);
  return pagesOf({ width: SHEET.high, height: SHEET.wide }, ...turned);
}

/** What is told of each chart of either document, by name. A sheet of the same bytes is told as a whole. */
function told(found: readonly ComparedPage[], old: readonly Chart[], newer: readonly Chart[]) {
  return found.flatMap((page) => {
    const [charts, number, part] =
      page.new === null ? [old, page.old, page.part?.old] : [newer, page.new, page.part?.new];
    const onSheet = charts
      .slice(2 * ((number ?? 0) - 1))
      .slice(0, 2)
      .filter(Boolean);
    return (part == null ? onSheet : onSheet.slice(part, part + 1)).map((chart) => ({
      page,
      name: nameOf(chart),
    }));
  });
}

/** What happens to charts: of the old document, and of the newer one. Each has sheets of its own. */
const cases = [
  // One is gone.
  { old: ['a1', 'b1', 'c1', 'd1', 'e1', ''], newer: ['a1', 'c1', 'd1', 'e1'] },
  // One is new, one changed.
  { old: ['f1', 'g1', 'h1', 'i1'], newer: ['f1', 'j1', 'g1', 'h2', 'i1', ''] },
  // The order is another.
  { old: ['k1', 'l1', 'm1', 'n1'], newer: ['n1', 'k1', 'm1', 'l1'] },
  // All stay, one changed.
  { old: ['o1', 'p1', 'q1', 'r1'], newer: ['o1', 'p1', 'q2', 'r1'] },
];

for (const isTurned of [false, true])
  test(`on ${isTurned ? 'turned' : 'upright'} sheets each chart is told by itself`, async () => {
    const [old, newer] = [cases.flatMap((one) => one.old), cases.flatMap((one) => one.newer)];
    const found = await compared(freshFolder(), document(old, isTurned), document(newer, isTurned));
    const states = new Map(told(found, old, newer).map(({ name, page }) => [name, page.state]));
    const names = new Set([...old, ...newer].filter(Boolean).map(nameOf));
    const expected = [...names].map((name) => {
      const [was, is] = [old, newer].map((charts) => charts.find((chart) => nameOf(chart) === name));
      return [name, was === undefined ? 'new' : is === undefined ? 'gone' : was === is ? 'same' : 'changed'];
    });
    expect([...states].sort()).toEqual(expected.sort());
    const isKnown = ({ state }: ComparedPage) => state === 'same' || state === 'changed';
    for (const { page, name } of told(found, old, newer).filter((one) => isKnown(one.page))) {
      const placeIn = (charts: readonly Chart[], at: { x: number; y: number }) => {
        const half = charts.findIndex((chart) => nameOf(chart) === name) % 2;
        const [across, down] = [(at.x + half * SHEET.second) / SHEET.wide, 1 - at.y / SHEET.high];
        return isTurned ? { x: 1 - down, y: across } : { x: across, y: down };
      };
      // A note beside the chart's own text is beside it on the newer sheet.
      const note = { kind: 'note' as const, page: page.old ?? 0, text: '', ...placeIn(old, OWN) };
      const charts = found.filter((one) => one.old === page.old);
      expect(chartUnder(note, charts)).toBe(page);
      const copy = movedTo(note, { ...page, new: page.new ?? 0 }, found);
      expect(copy.kind === 'note' && copy.x).toBeCloseTo(placeIn(newer, OWN).x, 3);
      expect(copy.kind === 'note' && copy.y).toBeCloseTo(placeIn(newer, OWN).y, 3);
      // A pin of the chart is of the chart there.
      const pinIn = (all: readonly Chart[], number: number | null) => {
        const sheet = all.slice(2 * ((number ?? 0) - 1), 2 * (number ?? 0)).filter(Boolean);
        const part = sheet.findIndex((chart) => nameOf(chart) === name);
        return { kind: 'pin' as const, page: number ?? 0, ...(sheet.length > 1 && { part }) };
      };
      const pin = pinIn(old, page.old);
      expect(chartUnder(pin, charts)).toBe(page);
      expect(movedTo(pin, { ...page, new: page.new ?? 0 }, found)).toEqual(pinIn(newer, page.new));
      if (page.state !== 'changed') continue;
      expect(page.what).toEqual([expect.stringMatching(/^MDA: 140 is now 240/)]);
      // The ring is around that text.
      const [ring] = page.areas.new;
      const at = placeIn(newer, { x: OWN.x + 15, y: OWN.y + 3 });
      expect(Math.abs((ring?.x ?? 9) + (ring?.width ?? 0) / 2 - at.x)).toBeLessThan(0.05);
      expect(Math.abs((ring?.y ?? 9) + (ring?.height ?? 0) / 2 - at.y)).toBeLessThan(0.05);
    }
  });

test('a chart that has a page to itself now is told to be drawn larger, and nothing else', async () => {
  const old = document(['a1', 'b1', 'c1', 'd1'], false);
  const larger = `q 1.4 0 0 1.4 20 10 cm\n${drawn('c1')}\nQ`;
  const newer = pages(drawn('a1'), larger);
  const found = await compared(freshFolder(), old, newer);
  expect(found.filter((page) => page.new !== null).map(({ state, what }) => [state, what])).toEqual([
    ['same', []],
    ['changed', ['the chart is drawn at 140 % of its size before']],
  ]);
});
