import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { comparison } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { id, kitOf, type LaptopOptions, openLaptop, page } from './comparison-laptop.ts';

/** The charts of a kit, one a page, and the version of each: `a1 b1`. */
type Charts = readonly string[];
const nameOf = (chart: string) => chart.slice(0, 1);
const versionIn = (charts: Charts, name: string) => charts.find((chart) => nameOf(chart) === name);

/** Kits of one flight on a laptop; what is in them is compared by name and version. */
function flight() {
  const folder = freshFolder();
  const charts = new Map<number, Charts>();
  const kits: LiveKit[] = [];
  const failing = new Set<string>();
  const compare: LaptopOptions['compare'] = async (old, new_) => {
    if (failing.has(`${old.file} ${new_.file}`)) throw new Error('no memory');
    return compared(charts.get(Number(old.file)) ?? [], charts.get(Number(new_.file)) ?? []);
  };
  const start = () => {
    const laptop = openLaptop(folder, kits, { compare });
    laptop.data.start();
    return laptop;
  };
  let laptop = start();
  return {
    charts,
    failing,
    get laptop() {
      return laptop;
    },
    /** A newer kit has come. */
    async comes(...content: string[]) {
      const n = kits.length + 1;
      charts.set(n, content);
      const document = { bytes: 9, sha256: `document ${n}`, pages: content.length };
      const kit = kitOf(n, '', { document });
      kits.push(kit);
      laptop.change([kit]);
      await laptop.settle();
    },
    async opens(n: number) {
      laptop.open(n);
      await laptop.settle();
    },
    async restarts() {
      await laptop.end();
      laptop = start();
      await laptop.settle();
    },
    async goes(n: number) {
      kits.splice(
        kits.findIndex((kit) => kit.id === id(n)),
        1,
      );
      laptop.change([], [id(n)]);
      await laptop.settle();
    },
    /** What is told of a kit: `a1>a2`, `b1>`, `>c1`, those that are reviewed with a sign. */
    told(n: number): string[] {
      const old_id = laptop.counts.of(id(n))?.old_id ?? '';
      const found = laptop.data.of(old_id, id(n));
      expect(comparison.safeParse(found).error).toBeUndefined();
      expect(found.state).toBe('ready');
      const told = found.pages
        .filter(({ state }) => state !== 'same')
        .map((one) => {
          const of = Number(old_id.slice(-12));
          const [was, is] = [charts.get(of)?.[(one.old ?? 0) - 1], charts.get(n)?.[(one.new ?? 0) - 1]];
          return { words: `${was ?? ''}>${is ?? ''}`, isReviewed: one.reviewed_at !== null };
        });
      expect(laptop.counts.of(id(n))).toMatchObject({
        state: 'ready',
        changed: told.length,
        unreviewed: told.filter(({ isReviewed }) => !isReviewed).length,
      });
      const pages = charts.get(n) ?? [];
      expect(found.pages.flatMap((one) => one.new ?? []).sort((a, b) => a - b)).toEqual(
        pages.map((_, index) => index + 1),
      );
      expect(new Set(found.pages.map(({ chart }) => chart)).size).toBe(found.pages.length);
      return told.map(({ words, isReviewed }) => `${words}${isReviewed ? ' ✓' : ''}`).sort();
    },
    /** Reviews charts of a kit by their names, or takes that back. */
    async reviews(n: number, names: readonly string[], reviewed = true) {
      const old_id = laptop.counts.of(id(n))?.old_id ?? id(n - 1);
      const found = laptop.data.of(old_id, id(n));
      const wanted = found.pages.filter((one) => {
        const of = Number(old_id.slice(-12));
        const chart = charts.get(n)?.[(one.new ?? 0) - 1] ?? charts.get(of)?.[(one.old ?? 0) - 1] ?? '';
        return one.state !== 'same' && names.includes(nameOf(chart));
      });
      if (wanted.length === 0) return;
      const rows = wanted.map((one) => ({ old: one.old, new: one.new }));
      laptop.data.review(old_id, id(n), rows, reviewed);
      await laptop.settle();
    },
  };
}

/** As the worker would: each chart of either kit by its name. */
function compared(old: Charts, now: Charts): ComparedPage[] {
  const at = (charts: Charts, name: string) => {
    const index = charts.findIndex((chart) => nameOf(chart) === name);
    return index < 0 ? null : index + 1;
  };
  const gone = old.filter((chart) => at(now, nameOf(chart)) === null).map(nameOf);
  return [...now.map(nameOf), ...gone].map((name, chart) => {
    const [from, to] = [at(old, name), at(now, name)];
    if (from === null) return page(null, to, 'new', [], chart);
    if (to === null) return page(from, null, 'gone', [], chart);
    return page(from, to, old[from - 1] === now[to - 1] ? 'same' : 'changed', [], chart);
  });
}

describe('a kit is told against the last one that was read in full', () => {
  test('so what was not reviewed is told with every kit that follows', async () => {
    const on = flight();
    await on.comes('a1', 'b1', 'c1', 'd1', 'e1');
    await on.opens(1);
    await on.comes('e1', 'a2', 'b2', 'c2');
    await on.opens(2);
    expect(on.told(2)).toEqual(['a1>a2', 'b1>b2', 'c1>c2', 'd1>']);
    await on.reviews(2, ['a']);
    await on.comes('a2', 'b2', 'c3', 'e2', 'f1');
    const all = ['>f1', 'a1>a2', 'b1>b2', 'c1>c3', 'd1>', 'e1>e2'];
    expect(on.told(3)).toEqual(all);
    expect(on.laptop.counts.of(id(3))).toMatchObject({ old_id: id(1), was_read: true });
    await on.restarts();
    expect(on.told(3)).toEqual(all);
    expect(on.laptop.compared).toEqual([]);
    await on.opens(3);
    await on.reviews(3, ['b', 'd']);
    expect(on.told(3)).toEqual(['>f1', 'a1>a2', 'b1>b2 ✓', 'c1>c3', 'd1> ✓', 'e1>e2']);
    expect(on.laptop.reviews.list(id(3)).map(({ old_sha256 }) => old_sha256)).toEqual(['document 1']);
    await on.reviews(3, ['d'], false);
    expect(on.told(3)).toContain('d1>');
    await on.reviews(3, ['a', 'c', 'd', 'e', 'f']);
    await on.comes('a2', 'b2', 'c3', 'e2', 'f1');
    expect(on.told(4)).toEqual([]);
    expect(on.laptop.counts.of(id(4))).toMatchObject({ old_id: id(3) });
  });

  test('reviewing the older kit afterwards counts for the newer one', async () => {
    const on = flight();
    await on.comes('a1', 'b1');
    await on.opens(1);
    await on.comes('a2', 'b2');
    await on.opens(2);
    await on.comes('a2', 'b3');
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b3']);
    await on.reviews(2, ['a', 'b']);
    expect(on.told(3)).toEqual(['b2>b3']);
    await on.reviews(2, ['a'], false);
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b3']);
  });

  test('marks follow from the one that was opened last, whatever was reviewed of it', async () => {
    const on = flight();
    await on.comes('a1', 'b1');
    await on.opens(1);
    await on.comes('a2', 'b1');
    await on.opens(2);
    on.laptop.annotations.add(id(2), { kind: 'pin', page: 1 });
    await on.comes('a2', 'b2');
    expect(on.laptop.annotations.list(id(3)).map(({ carried_from }) => carried_from)).toEqual([id(2)]);
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b2']);
  });

  test('one that can’t be compared was not read', async () => {
    const on = flight();
    await on.comes('a1', 'b1');
    await on.opens(1);
    on.failing.add('1 2');
    await on.comes('a2', 'b1');
    await on.opens(2);
    expect(on.laptop.counts.of(id(2))).toMatchObject({ state: 'failed' });
    await on.comes('a2', 'b2');
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b2']);
    on.failing.add('1 4');
    await on.comes('a2', 'b2');
    expect(on.laptop.counts.of(id(4))).toMatchObject({ state: 'failed' });
  });

  test('nothing is said to have been read that nobody opened', async () => {
    const on = flight();
    await on.comes('a1');
    await on.comes('a2');
    expect(on.laptop.counts.of(id(2))).toMatchObject({ changed: 1, was_read: false });
    await on.opens(1);
    expect(on.laptop.counts.of(id(2))).toMatchObject({ changed: 1, was_read: true });
  });

  test('a kit that went is passed over', async () => {
    const on = flight();
    await on.comes('a1', 'b1');
    await on.opens(1);
    await on.comes('a2', 'b1');
    await on.opens(2);
    await on.comes('a2', 'b2');
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b2']);
    await on.goes(2);
    expect(on.told(3)).toEqual(['a1>a2', 'b1>b2']);
  });

  const names = ['a', 'b', 'c', 'd'];
  const content = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(1, 2, 3)), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    .map((charts) => charts.map(([name, version]) => `${name}${version}`));
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.record({ comes: content, isOpened: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ reviewed: fc.subarray(names, { minLength: 1 }) }) },
    { weight: 1, arbitrary: fc.record({ takenBack: fc.constantFrom(...names) }) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  );

  test('whatever comes, is reviewed and taken back', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(act, { minLength: 3, maxLength: 12 }), async (first, acts) => {
        const on = flight();
        await on.comes(...first);
        await on.opens(1);
        const differing = (one: Charts, other: Charts) =>
          names.filter((name) => versionIn(one, name) !== versionIn(other, name));
        /** The last kit that was read in full, and the one after it that was opened last; what of its changes was reviewed. */
        let [read, opened]: [Charts, Charts] = [first, first];
        let reviewed = new Set<string>();
        let [last, now, isNowOpened]: [number, Charts, boolean] = [1, first, true];
        for (const one of acts) {
          if (one === 'restart') await on.restarts();
          else if ('comes' in one) {
            if (isNowOpened) opened = now;
            if (isNowOpened && differing(read, opened).every((name) => reviewed.has(name))) read = opened;
            [last, now, isNowOpened, reviewed] = [last + 1, one.comes, one.isOpened, new Set()];
            await on.comes(...now);
            if (one.isOpened) await on.opens(last);
          } else if (last === 1) continue;
          else {
            const isReview = 'reviewed' in one;
            const chosen = isReview ? one.reviewed : [one.takenBack];
            await on.reviews(last, chosen, isReview);
            for (const name of differing(read, now)) {
              if (!chosen.includes(name) || reviewed.has(name) === isReview) continue;
              isNowOpened = true;
              if (isReview) reviewed.add(name);
              else reviewed.delete(name);
            }
          }
          if (last === 1) continue;
          const told = differing(read, now).map(
            (name) =>
              `${versionIn(read, name) ?? ''}>${versionIn(now, name) ?? ''}${reviewed.has(name) ? ' ✓' : ''}`,
          );
          expect(on.told(last)).toEqual(told.sort());
        }
        await on.laptop.end();
      }),
      { numRuns: 25 },
    );
  });
});
