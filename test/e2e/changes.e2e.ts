/** The next version of a kit comes: what changed in it is counted, and marks follow where their pages stayed the same. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Comparison, MarkDraft, RecordPage, ReviewedPage, WaitingMark } from '../../preload/contract.ts';
import { writeKit } from '../demo-service/pdf/kit-document.ts';
import { patient } from '../patience.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { allKits, chartOf, fetched, kitList, marksOf, painted, setUp } from './steps.ts';

const DAY = 86_400_000;
/** An AIRAC cycle. */
const CYCLE = 28 * DAY;
/** The last page: what it says is dated by the day. */
const NOTICES = 12;

/** The same flight's kit of one cycle and of the next: every page has other dates, and some say something else, too. */
async function twoVersions(
  folder: string,
): Promise<{ trip: { departure: string; flight: string }; files: string[] }> {
  const trip = {
    ...{ origin: 'EHAM', destination: 'EGLL', alternates: [], route: 'DCT', flight: 'DMO118' },
    departure: new Date(Math.ceil(Date.now() / DAY) * DAY + 36_000_000).toISOString(),
  };
  const day = Date.UTC(2026, 10, 20);
  const files = [join(folder, 'first.pdf'), join(folder, 'next.pdf')];
  const spec = { trip, company_name: 'Demo Air', pages_max: 12 };
  for (const [index, file] of files.entries()) await writeKit({ ...spec, day: day + index * CYCLE }, file);
  return { trip, files };
}

async function mark(page: Page, kit: string, draft: MarkDraft): Promise<void> {
  await page.evaluate(
    async ([kit_id, wanted]) => {
      const answer = await window.tripkit?.marks.add(kit_id, wanted);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
    },
    [kit, draft] as const,
  );
}

function compared(page: Page, old: string, new_: string): Promise<Comparison> {
  return page.evaluate(
    async ([old_id, new_id]) => {
      const answer = await window.tripkit?.comparison.of(old_id, new_id);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
      return answer.value;
    },
    [old, new_] as const,
  );
}

function review(page: Page, old: string, new_: string, pages: ReviewedPage[], reviewed: boolean) {
  return page.evaluate(
    async ([old_id, new_id, wanted, is]) => {
      const answer = await window.tripkit?.comparison.review(old_id, new_id, wanted, is);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
    },
    [old, new_, pages, reviewed] as const,
  );
}

function waiting(page: Page, kit: string): Promise<WaitingMark[]> {
  return page.evaluate(async (kit_id) => {
    const answer = await window.tripkit?.comparison.waitingMarks(kit_id);
    return answer?.ok ? answer.value : [];
  }, kit);
}

const changesOf = async (page: Page, kit: string) =>
  (await allKits(page)).find(({ id }) => id === kit)?.changes ?? null;
const pagesOfMarks = async (page: Page, kit: string) =>
  (await marksOf(page, kit)).flatMap(({ draft, carried_from, lasting }) =>
    lasting ? [] : [[draft.kind, draft.page, carried_from]],
  );
/** The texts of notes that outlive their kit, their pages, and why they wait. */
const lastingNotes = async (page: Page, kit: string) =>
  (await marksOf(page, kit)).flatMap(({ draft, lasting }) =>
    draft.kind === 'note' && lasting ? [[draft.text, draft.page, lasting.waits]] : [],
  );

test('the next version of a kit: changes are counted and reviewed, marks and the reading place follow', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  test.slow();
  const { trip, files } = await twoVersions(folder);
  const it = await demo({ documents: files });
  let app = await launch();
  await setUp(app, it);
  const asked = { origin: 'EHAM', destination: 'EGLL', flight: trip.flight, departure: trip.departure };
  const [old = ''] = await fetched(app.page, [asked]);
  const chart = await chartOf(app.page, old);

  await test.step('a pilot reads the first version and marks it', async () => {
    await kitList(app.page).getByRole('option').first().click();
    await app.page.keyboard.press('Enter');
    await painted(app.page, 1).waitFor();
    await app.page.keyboard.press('o');
    await app.page.getByRole('treeitem', { name: chart.title }).first().click();
    await painted(app.page, chart.page).waitFor();
    const place = async () =>
      app.page.evaluate(async (kit) => {
        const answer = await window.tripkit?.reading.place(kit);
        return answer?.ok ? answer.value?.page : null;
      }, old);
    await expect.poll(place).toBe(chart.page);
    await mark(app.page, old, { kind: 'note', page: chart.page, x: 0.5, y: 0.5, text: 'slippery' });
    await mark(app.page, old, { kind: 'pin', page: chart.page });
    const corner = { page: chart.page, x: 0.25, y: 0.25 };
    await mark(app.page, old, { kind: 'note', ...corner, text: 'of the chart', belongs: 'chart' });
    await mark(app.page, old, { kind: 'note', ...corner, text: 'of the airport', belongs: 'airport' });
    await mark(app.page, old, { kind: 'note', page: NOTICES, x: 0.5, y: 0.5, text: 'read to ops' });
  });

  const changed: ReviewedPage[] = [];
  /** How many charts they are of. */
  let charts = 0;
  const [next = ''] = await fetched(app.page, [asked]);
  await test.step('the next version is compared, and its changes are counted', async () => {
    const state = async () => (await changesOf(app.page, next))?.state;
    await expect.poll(state, { timeout: patient(90_000) }).toBe('ready');
    const { pages } = await compared(app.page, old, next);
    const stateOf = new Map(pages.map((one) => [one.new, one.state]));
    expect(stateOf.get(chart.page)).toBe('restamped');
    expect(stateOf.get(NOTICES)).toBe('changed');
    changed.push(
      ...pages.filter(({ state: is }) => is === 'changed').map((one) => ({ old: one.old, new: one.new })),
    );
    charts = new Set(pages.filter(({ state: is }) => is === 'changed').map((one) => one.chart)).size;
    const counts = { state: 'ready', changed: charts, unreviewed: charts, was_read: true };
    expect(await changesOf(app.page, next)).toEqual({ old_id: old, ...counts });
  });

  await test.step('marks are on the pages that are the same; the other one waits until the pilot says so', async () => {
    const carried = [
      ['note', chart.page, old],
      ['pin', chart.page, old],
    ];
    expect(await pagesOfMarks(app.page, next)).toEqual(carried);
    const [one, ...others] = await waiting(app.page, next);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      page: NOTICES,
      state: 'changed',
      old_id: old,
      mark: { draft: { text: 'read to ops' } },
    });
    await app.page.evaluate(
      async ([kit, id]) => void (await window.tripkit?.comparison.acceptMark(kit, id)),
      [next, one?.mark.id ?? ''] as const,
    );
    expect(await pagesOfMarks(app.page, next)).toEqual([...carried, ['note', NOTICES, old]]);
    expect(await waiting(app.page, next)).toEqual([]);
  });

  await test.step('notes of the chart and of its airport are in the new version too, whose pages have other stamps', async () => {
    const [ofChart, ofAirport] = await lastingNotes(app.page, old);
    expect(ofChart).toEqual(['of the chart', chart.page, null]);
    expect(ofAirport?.[0]).toBe('of the airport');
    await expect.poll(() => lastingNotes(app.page, next)).toEqual([ofChart, ofAirport]);
  });

  await test.step('what was reviewed is counted and on record', async () => {
    const notices = { old: NOTICES, new: NOTICES };
    await review(app.page, old, next, changed, true);
    expect(await changesOf(app.page, next)).toMatchObject({ changed: charts, unreviewed: 0 });
    await review(app.page, old, next, [notices], false);
    expect(await changesOf(app.page, next)).toMatchObject({ changed: charts, unreviewed: 1 });
    const record = await app.page.evaluate(async (kit_id): Promise<RecordPage | null> => {
      const query = { from: null, to: null, by: null, text: null, kit_id };
      const answer = await window.tripkit?.audit.record(query, 0);
      return answer?.ok ? answer.value : null;
    }, next);
    const said = record?.entries.filter(({ kind }) => kind === 'reviewed').map(({ what }) => what);
    expect(said).toEqual([
      expect.stringMatching(/^No longer reviewed: the changes of 1 chart: Notices .*\(.*page 12[;)]/),
      expect.stringMatching(/^Reviewed the changes of \d+ charts?: .*Notices .*\(.*page 12[;)]/),
    ]);
  });

  await test.step('after a restart all of it is there, and the kit opens where its forerunner was read', async () => {
    await app.close();
    app = await launch();
    await expect
      .poll(() => changesOf(app.page, next))
      .toMatchObject({ state: 'ready', changed: charts, unreviewed: 1 });
    expect(await pagesOfMarks(app.page, next)).toHaveLength(3);
    expect(await lastingNotes(app.page, next)).toHaveLength(2);
    const place = await app.page.evaluate(async (kit) => {
      const answer = await window.tripkit?.reading.place(kit);
      return answer?.ok ? answer.value : null;
    }, next);
    expect(place?.page).toBe(chart.page);
  });
});
