/** The same page drawn in other ways: what it says does not change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageText, TextRun } from '../../main/charts/rules/page-text.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';
import { layouts, pageOf, turned, values, widthOf } from './page.ts';

const readPage = (page: PageText) => values(chartReader({ outline: [] })(1, page));

/** The point of the baseline that is `distance` after the start of a run. */
function along({ x, y, angle }: TextRun, distance: number): { x: number; y: number } {
  const radians = (angle * Math.PI) / 180;
  return { x: x + Math.cos(radians) * distance, y: y + Math.sin(radians) * distance };
}

/** A run in pieces that end where `isEnd` says. */
function pieces(run: TextRun, isEnd: (text: string, index: number) => boolean): TextRun[] {
  const parts: TextRun[] = [];
  let from = 0;
  for (let index = 0; index < run.text.length; index += 1) {
    if (index < run.text.length - 1 && !isEnd(run.text, index)) continue;
    const text = run.text.slice(from, index + 1);
    const before = widthOf(run.text.slice(0, from), run.size);
    parts.push({ ...run, ...along(run, before), text, width: widthOf(text, run.size) });
    from = index + 1;
  }
  return parts;
}

const VARIANTS: Record<string, (page: PageText) => PageText> = {
  'letter by letter': (page) => ({ ...page, runs: page.runs.flatMap((run) => pieces(run, () => true)) }),
  'letter by letter, without spaces': (page) => ({
    ...page,
    runs: page.runs.flatMap((run) => pieces(run, () => true)).filter(({ text }) => text !== ' '),
  }),
  'letter by letter, all as wide as an M': (page) => ({
    ...page,
    runs: page.runs.flatMap((run) =>
      Array.from(run.text, (text, index) => {
        const step = 0.6 * run.size;
        return { ...run, ...along(run, index * step), text, width: step };
      }),
    ),
  }),
  'word by word': (page) => ({
    ...page,
    runs: page.runs.flatMap((run) => pieces(run, (text, index) => text[index] === ' ')),
  }),
  'from the last run to the first': (page) => ({ ...page, runs: page.runs.toReversed() }),
  'twice, for bold type': (page) => ({
    ...page,
    runs: page.runs.flatMap((run) => [run, { ...run, x: run.x + 0.3 }]),
  }),
  'turned by 90°': turned,
  'turned by 180°': (page) => turned(turned(page)),
  'turned by 270°': (page) => turned(turned(turned(page))),
  'twice as large': ({ width, height, runs, complete }) => ({
    complete,
    width: 2 * width,
    height: 2 * height,
    runs: runs.map((run) => ({
      ...run,
      x: 2 * run.x,
      y: 2 * run.y,
      width: 2 * run.width,
      size: 2 * run.size,
    })),
  }),
  'without widths': (page) => ({ ...page, runs: page.runs.map((run) => ({ ...run, width: 0 })) }),
  'with empty runs between': (page) => ({
    ...page,
    runs: page.runs.flatMap((run) => [run, { ...run, ...along(run, run.width), text: ' ', width: 0 }]),
  }),
  'with a slant that nobody sees': (page) => ({
    ...page,
    runs: page.runs.map((run) => ({ ...run, angle: run.angle + 0.4 })),
  }),
  'with spaces that don’t break': (page) => ({
    ...page,
    runs: page.runs.map((run) => ({ ...run, text: run.text.replaceAll(' ', '\u00a0') })),
  }),
};

for (const [name, layout] of Object.entries(layouts)) {
  describe(`a page laid out as ${name}`, () => {
    const page = pageOf(layout());
    const known = readPage(page);

    it.each(Object.keys(VARIANTS))('says the same, drawn %s', (variant) => {
      expect(readPage(VARIANTS[variant]?.(page) ?? page)).toEqual(known);
    });

    it('says the same in any order of its runs, cut anywhere', () => {
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(3)), fc.infiniteStream(fc.nat()), (cuts, order) => {
          const runs = page.runs.flatMap((run) => pieces(run, () => cuts.next().value === 0));
          const shuffled = runs
            .map((run) => ({ run, key: order.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ run }) => run);
          expect(readPage({ ...page, runs: shuffled })).toEqual(known);
        }),
      );
    });

    it('says no other date in lower case', () => {
      const small = readPage({
        ...page,
        runs: page.runs.map((run) => ({ ...run, text: run.text.toLowerCase() })),
      });
      for (const fact of ['revised', 'effective_from', 'effective_to'])
        expect([known[fact], null]).toContain(small[fact]);
    });
  });
}
