/** The viewer of a kit with all signs, and what of its header is cut. */
import type { Page } from 'playwright-core';
import { sampleCharts } from '../charts/sample-charts.ts';
import { goTo, SOUND_ID } from '../window/harness/steps.ts';
import type { Windows } from '../window/harness/windows.ts';

/** Its chart is effective only after the departure: the longest sign of a chart. */
const LATER = 5;

/** The parts of the header that are not wholly seen. */
export function cut(page: Page, parts: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (parts) =>
      parts.filter((part) => {
        const element = document.querySelector<HTMLElement>(`.viewer-bar ${part}`);
        if (!element || element.scrollWidth > element.clientWidth + 1) return true;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const points = [left + 1, (left + right) / 2, right - 1].map((x) => [x, (top + bottom) / 2] as const);
        return points.some(([x, y]) => {
          const hit = document.elementFromPoint(x, y);
          return !hit || !(element.contains(hit) || hit.contains(element));
        });
      }),
    parts,
  );
}

export const STEERED_BY = [
  '.trust__kit',
  '.chart-line__name',
  '.chart-line__date',
  '.chart-line__at',
  '.chart-flag',
];

/** The steps that open a window. */
export function stepsIn({ open }: Windows) {
  /** The sample kit with all signs that a kit with known charts can have: not sealed, of another cycle, with changes. */
  async function opened(size: { width: number; height: number }): Promise<Page> {
    const page = await open('scenario=demo', size);
    await page.evaluate(
      async ({ id, pages }) => {
        const list = await window.fake.bridge.kits.list();
        const kit = list.ok ? list.value.find((one) => one.id === id) : undefined;
        if (!kit?.soundness) throw new Error('There is no such kit.');
        window.fake.charts.set(id, { sha256: kit.document?.sha256 ?? '', state: 'ready', pages });
        const shown = {
          ...kit,
          // Checked just now: the view does not check it again.
          soundness: { ...kit.soundness, seal: 'missing' as const, at: new Date().toISOString() },
          dates: [{ evidence: 'request' as const, at: '2026-10-10T08:00:00Z' }],
          changes: { old_id: kit.id, state: 'ready' as const, changed: 12, unreviewed: 12, was_read: true },
        };
        window.fake.push(shown);
      },
      { id: SOUND_ID, pages: [...sampleCharts] },
    );
    await page.evaluate((kit_id) => window.fake.ask('openKit', { kit_id, page: null }), SOUND_ID);
    await page.locator('[data-page-rendered]').first().waitFor();
    await goTo(page, LATER);
    await page.locator('.chart-flag').first().waitFor();
    return page;
  }

  return { opened };
}
