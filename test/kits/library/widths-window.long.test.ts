/** What a pilot steers by is never what is cut: cards, details and Ready in real Chromium, at each width. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { flightIn, openPanel } from '../../ready/ready-steps.ts';
import { picture, push } from '../../window/harness/steps.ts';
import { openWindows, tooWide } from '../../window/harness/windows.ts';

const { open } = openWindows();
const WIDTHS = [480, 640, 800, 1085, 1366, 2560];

/** The elements of this selector that are in sight and not wholly seen. */
function cut(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.offsetParent !== null && element.textContent !== '',
    );
    if (found.length === 0) return [`nothing is ${selector}`];
    return found.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      let box = { left: 0, right: innerWidth, top, bottom };
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        // What scrolls to the side can be scrolled to.
        if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
        const around = parent.getBoundingClientRect();
        box = {
          left: Math.max(box.left, around.left),
          right: Math.min(box.right, around.right),
          // Down, only the rows of the list cut what they hold.
          ...(parent.closest('.kit-row')
            ? { top: Math.max(box.top, around.top), bottom: Math.min(box.bottom, around.bottom) }
            : { top: box.top, bottom: box.bottom }),
        };
      }
      const isCut =
        element.scrollWidth > element.clientWidth + 1 ||
        left < box.left - 1 ||
        right > box.right + 1 ||
        // A line is higher than its letters.
        top < box.top - 4 ||
        bottom > box.bottom + 4;
      return isCut && bottom > 0 && top < innerHeight ? [element.textContent ?? ''] : [];
    });
  }, selector);
}

/** Flights with every sign that a row can have. */
const flights = () =>
  [2, 5, 30].map((hours, index) =>
    flightIn(hours, {
      pinned: index > 0,
      messages: [{ code: '205', type: 'Warning', message: 'Several points share a name.' }],
      acknowledged: false,
      changes: { old_id: 'x', state: 'ready', changed: 12, unreviewed: 12, was_read: true },
      charts: {
        ...{ charts: 30, later: 2, expired: 1, undated: 3, without_text: 0 },
        stamp: { cycle: '2610', valid_to: null, expired: false },
      },
    }),
  );

/** Flights whose kits are not here, for a reason. */
const notHere = () => [
  flightIn(9, {
    state: 'failed',
    document: null,
    failure: { kind: 'service', message: 'The service refused the request.' },
  }),
  flightIn(10, { state: 'unconfirmed', document: null }),
];

test('route, flight number and state are whole in cards, details and Ready', async () => {
  const page = await open('scenario=empty', { width: 1366, height: 768 });
  await push(page, [...flights(), flightIn(8), ...notHere()]);
  await page.getByRole('option').first().click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 768 });
    await picture(page, `cards-${width}`);
    expect(await cut(page, '.kit-row__route, .kit-row__flight, .kit-row__clock'), `${width} px`).toEqual([]);
    expect(await cut(page, '.kit-row .badge'), `${width} px`).toEqual([]);
    // Where the list has no other lines, the reason stands beside the state.
    if (width >= 800) expect(await cut(page, '.kit-row[data-state="failed"] .kit-row__detail')).toEqual([]);
    expect(await cut(page, '.kit__title, .kit__actions .button'), `${width} px`).toEqual([]);
    expect(await tooWide(page), `${width} px`).toEqual([]);
  }
  await openPanel(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 768 });
    await picture(page, `ready-${width}`);
    expect(await cut(page, '.ready__route, .ready__toggle .hint, .ready__says'), `${width} px`).toEqual([]);
    expect(await tooWide(page), `${width} px`).toEqual([]);
  }
});
