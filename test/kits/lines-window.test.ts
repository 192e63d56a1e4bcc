/** What lines, details and questions say of kits, in real Chromium: waits, what is hidden, what goes, row numbers. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { calls, details, picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

const row = (page: Page, name: RegExp) => page.getByRole('option', { name });
const button = (page: Page, name: string) => details(page).getByRole('button', { name, exact: true });

/** Changes the kit of this origin as an event would. Times of its wait are ms from now. */
async function change(
  page: Page,
  origin: string,
  patch: Partial<Kit>,
  wait?: { reason: NonNullable<Kit['wait']>['reason']; since?: number; until?: number; may_try?: boolean },
): Promise<void> {
  await page.evaluate(
    async ({ origin, patch, wait }) => {
      const answer = await window.fake.bridge.kits.list();
      const kit = answer.ok ? answer.value.find(({ trip }) => trip?.origin === origin) : undefined;
      if (!kit) throw new Error(`No kit from ${origin}`);
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      window.fake.push({
        ...kit,
        ...patch,
        wait: wait
          ? {
              reason: wait.reason,
              since: at(wait.since ?? 0),
              until: wait.until === undefined ? null : at(wait.until),
              may_try: wait.may_try ?? false,
            }
          : null,
      });
    },
    { origin, patch, wait },
  );
  // The list may begin further down now, below a line about the service: who clicks waits for it.
  await settledBox(page.getByRole('listbox'));
}

test('a generating kit whose service is away counts nothing down, and may be tried now', async () => {
  const page = await open('scenario=demo');
  await row(page, /EDDF to RJTT/).click();
  await details(page)
    .getByText(/about \d+ s left|any moment now/)
    .waitFor();
  const activity = 'The service is not available.';
  await change(
    page,
    'EDDF',
    { activity },
    { reason: 'trouble', since: -120_000, until: 120_000, may_try: true },
  );
  await details(page)
    .getByText(/^The service is not available\. Next try 09:0\dZ\.$/)
    .waitFor();
  await row(page, /EDDF to RJTT.*Waiting, The service is not available$/).waitFor();
  expect(await page.getByText(/s left|so far|any moment now/).count()).toBe(0);
  expect(await details(page).getByRole('progressbar').count()).toBe(0);
  // Past its time there is nothing to count: it is being tried.
  await change(page, 'EDDF', { activity }, { reason: 'trouble', until: 400, may_try: true });
  await details(page).getByText('Trying again now.').waitFor();
  await picture(page, 'lines-trouble');
  await button(page, 'Try now').click();
  await expect.poll(() => calls(page)).toContain('kits.tryNow');
  await details(page)
    .getByText(/so far/)
    .waitFor();
});

test('a 429 says until when, offers to cancel and nothing that would be refused; so do the kits behind it', async () => {
  const page = await open('scenario=demo');
  const activity = 'The service asked us to wait.';
  await change(page, 'KDEN', { activity }, { reason: 'asked', until: 240_000 });
  await row(page, /KDEN to KLAX.*Waiting/).click();
  const sentence = /^The service asked us to wait\. Next try 09:0\dZ\.$/;
  await details(page).getByText(sentence).waitFor();
  expect(await button(page, 'Try now').count()).toBe(0);
  await button(page, 'Cancel request').waitFor();
  await row(page, /KDEN to KLAX/)
    .getByText(sentence)
    .waitFor();
  await picture(page, 'lines-asked');
  expect(await axeFindings(page)).toEqual([]);
});

test('a kit that waits its turn is queued; one without a certificate leads to the set-up', async () => {
  const page = await open('scenario=demo');
  await row(page, /KDEN to KLAX.*Queued, Waiting for its turn/).click();
  await details(page).getByText('Waiting for its turn: 4 kits are requested at a time.').waitFor();
  await change(
    page,
    'KDEN',
    { activity: 'There is no client certificate for this profile. Import the file that your IT gave you.' },
    { reason: 'identity', may_try: true },
  );
  await button(page, 'Try now').waitFor();
  await button(page, 'Set up…').click();
  await expect.poll(() => page.evaluate(() => window.fake.calls)).toContain('setup.open');
});

test('a download that stands still says what is here, in the line, the bar and for screen readers', async () => {
  const page = await open('scenario=demo', { width: 1000, height: 700 });
  const progress = { received: 900_000, total: 3_700_000 };
  const activity = 'The storage has stopped sending.';
  await change(page, 'LFPG', { progress, activity }, { reason: 'silence' });
  await row(page, /LFPG to FAOR.*Waiting 24 %, The storage has stopped sending/).click();
  await row(page, /LFPG to FAOR/)
    .getByText('900 kB of 3.7 MB. The storage has stopped sending.')
    .waitFor();
  await details(page).getByText('900 kB of 3.7 MB').waitFor();
  const bar = details(page).getByRole('progressbar', { name: 'Waiting 24 %' });
  expect(await bar.getAttribute('aria-valuenow')).toBe('24');
  expect(await axeByDayAndNight(page, (theme) => picture(page, `lines-silence-${theme}`))).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test('a kit that a filter hides offers nothing but to be shown, by keys and menu neither', async () => {
  const page = await open('scenario=demo');
  await row(page, /LSZH to LEMD/).click();
  await button(page, 'Open').waitFor();
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('KLM815');
  await details(page).getByText('This kit is not in the list: the filter hides it.').waitFor();
  for (const name of ['Open', 'Remove…', 'Save a copy…', 'Keep'])
    expect(await button(page, name).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => window.fake.kitMenu())).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'lines-hidden');
  // The keys of the list do nothing to what is not in it.
  await page
    .getByRole('listbox')
    .evaluate((element) => element.focus({ focusVisible: false } as FocusOptions));
  for (const key of ['Enter', 'k', 'Delete', 'Space']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await calls(page)).not.toContain('kits.setPinned');
  expect(await calls(page)).not.toContain('documents.open');
  // What no longer matches because of what was done to it is not lost from sight.
  await button(page, 'Show it').click();
  await button(page, 'Open').waitFor();
  await row(page, /LSZH to LEMD/).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('several that are selected and hidden are counted, and none of them is touched', async () => {
  const page = await open('scenario=demo');
  await row(page, /LSZH to LEMD/).click();
  await row(page, /ENGM to EKCH/).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('KLM815');
  const pane = page.getByRole('region', { name: 'Selected kits' });
  await pane.getByText('2 kits are selected but hidden by the filter.').waitFor();
  expect(await pane.getByRole('button', { name: /Remove|Open|Keep|CSV/ }).count()).toBe(0);
  await pane.getByRole('button', { name: 'Show them' }).click();
  await pane.getByRole('button', { name: 'Remove 2…' }).waitFor();
});

test('what retention or somebody else removes leaves the pane, and a question about it goes too', async () => {
  const page = await open('scenario=demo');
  const gone = (origin: string) =>
    page.evaluate(async (origin) => {
      const answer = await window.fake.bridge.kits.list();
      const ids = answer.ok ? answer.value.filter(({ trip }) => trip?.origin === origin) : [];
      for (const { id } of ids) window.fake.drop(id);
    }, origin);
  await row(page, /LSZH to LEMD/).click();
  await row(page, /ENGM to EKCH/).click({ modifiers: ['ControlOrMeta'] });
  await gone('ENGM');
  // One is left: the details are of it.
  await details(page).getByRole('heading', { name: 'LSZH → LEMD' }).waitFor();
  await page.getByRole('listbox').press('Delete');
  await page.getByRole('dialog', { name: 'Remove this kit?' }).waitFor();
  await gone('LSZH');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await details(page).getByText('Select a kit to see its details.').waitFor();
});

test('a question that has become pointless goes: what was to be cancelled is ready', async () => {
  const page = await open('scenario=demo');
  await row(page, /LFPG to FAOR/).click();
  await button(page, 'Cancel request').click();
  await page.getByRole('dialog', { name: 'Stop tracking this kit?' }).waitFor();
  const document = { bytes: 1000, sha256: 'ab', pages: 3 };
  await change(page, 'LFPG', { state: 'ready', progress: null, document });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('kits.cancel');
});

test('a new kit is listed, whatever the filter was', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('KLM815');
  await row(page, /EHAM to YSSY/).waitFor();
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByLabel('Origin').fill('LOWW');
  await page.getByLabel('Destination').fill('LGAV');
  await page.getByRole('button', { name: 'Request trip kit' }).click();
  await details(page).getByRole('heading', { name: 'LOWW → LGAV' }).waitFor();
  await row(page, /LOWW to LGAV/).waitFor();
  await button(page, 'Cancel request').waitFor();
});

test('before one kit goes, by button and by key, the question says what goes and what speaks against it', async () => {
  const page = await open('scenario=demo');
  const kit = row(page, /LSZH to LEMD/);
  await kit.click();
  await button(page, 'Keep').click();
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    const id = answer.ok ? answer.value.find(({ trip }) => trip?.origin === 'LSZH')?.id : undefined;
    if (!id) throw new Error('no kit');
    await window.fake.bridge.marks.add(id, { kind: 'note', page: 1, x: 0.1, y: 0.1, text: 'Late gate' });
    await window.fake.bridge.marks.add(id, { kind: 'bookmark', page: 2, title: 'Stays', heading: null });
  });
  const question = page.getByRole('dialog', { name: 'Remove this kit?' });
  await button(page, 'Remove…').click();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('listbox').press('Delete');
  await question.getByText('LSZH to LEMD: this is deleted from this laptop and can’t be undone:').waitFor();
  await question.getByText('1 mark that you made').waitFor();
  expect(await question.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^1 PDF \([\d.]+ [kM]?B\)$/),
    '1 entry of the list. What was done stays in the activity record',
    '1 mark that you made',
    'Its flight departs on 21 Nov 2026 18:25Z.',
    'No other PDF for this flight is on this laptop.',
    'You chose to keep it.',
    'You have never opened it.',
  ]);
  await picture(page, 'lines-remove');
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await kit.waitFor({ state: 'detached' });
});

test('before several go, the question counts the same', async () => {
  const page = await open('scenario=demo');
  await row(page, /LSZH to LEMD/).click();
  for (const name of [/EDDF to RJTT/, /BIKF to EGPF/])
    await row(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Remove 3…' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 3 kits?' });
  await question.getByText('3 entries of the list.', { exact: false }).waitFor();
  await question.getByText('2 flights are still to come, the first on 21 Nov 2026 18:25Z.').waitFor();
  await question.getByText('1 flight is left without a PDF on this laptop.').waitFor();
  await question.getByText('You have never opened 1 of them.').waitFor();
  await question.getByText('1 still in progress: the app stops waiting for it.').waitFor();
  await picture(page, 'lines-remove-several');
});

test('rows of a batch keep the numbers of the person’s own sheet', async () => {
  const page = await open('scenario=empty&speed=50');
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  const bad = new Set([8, 20]);
  const lines = Array.from({ length: 24 }, (_, index) => {
    const number = index + 1;
    return `KLM${number}\tEHAM\t${bad.has(number) ? 'KJ' : 'KJFK'}`;
  });
  await page.getByLabel('Paste your flights').fill(['Flight\tFrom\tTo', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  await page.getByRole('button', { name: 'Request 22 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  const left = page.getByRole('table', { name: 'Flights to request' });
  await left.getByLabel('Row 8, Destination').waitFor();
  await left.getByLabel('Row 20, Destination').waitFor();
  await page.getByRole('checkbox', { name: 'Send row 20' }).waitFor();
  expect(await left.locator('.flights__number').allTextContents()).toEqual(['8', '20']);
  await left.getByLabel('Row 20, Destination').fill('KJFK');
  await page.getByRole('button', { name: 'Request 1 kit' }).click();
  await page.getByText('Row 20', { exact: true }).waitFor();
  const results = await page.locator('.sent__row').allTextContents();
  expect(results).toHaveLength(23);
  expect(results.slice(17, 21)).toEqual(['Row 19', 'Row 20', 'Row 21', 'Row 22']);
  await left.getByLabel('Row 8, Destination').waitFor();
  await picture(page, 'lines-batch');
  expect(await tooWide(page)).toEqual([]);
});
