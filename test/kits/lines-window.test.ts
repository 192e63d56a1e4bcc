/** What lines, details and questions say of kits, in real Chromium: waits, what is hidden, what goes, row numbers. */
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls, details, kitAction, picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { button, change, row } from './lines-steps.ts';

const { open } = openWindows();

test('a kit whose service is away, or asked us to wait, counts nothing down and offers what is possible', async () => {
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
  // A 429 says until when, offers to cancel and nothing that would be refused; so do the kits behind it.
  const asked = 'The service asked us to wait.';
  await change(page, 'KDEN', { activity: asked }, { reason: 'asked', until: 240_000 });
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
  for (const name of ['Open', 'More actions']) expect(await button(page, name).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => window.fake.kitMenu())).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'lines-hidden');
  // The keys of the list do nothing to what is not in it.
  await page
    .getByRole('listbox')
    .evaluate((element) => element.focus({ focusVisible: false } as FocusOptions));
  for (const key of ['Enter', 'k', 'Delete', 'Space']) await page.keyboard.press(key);
  expect(await page.locator('dialog').count()).toBe(0);
  expect(await calls(page)).not.toContain('kits.setPinned');
  expect(await calls(page)).not.toContain('documents.open');
  // What no longer matches because of what was done to it is not lost from sight.
  await button(page, 'Show it').click();
  await button(page, 'Open').waitFor();
  await row(page, /LSZH to LEMD/).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('before one kit goes, by button and by key, the question says what goes and what speaks against it', async () => {
  const page = await open('scenario=demo');
  const kit = row(page, /LSZH to LEMD/);
  await kit.click();
  await kitAction(page, 'Keep');
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    const id = answer.ok ? answer.value.find(({ trip }) => trip?.origin === 'LSZH')?.id : undefined;
    if (!id) throw new Error('no kit');
    await window.fake.bridge.marks.add(id, { kind: 'note', page: 1, x: 0.1, y: 0.1, text: 'Late gate' });
    await window.fake.bridge.marks.add(id, { kind: 'bookmark', page: 2, title: 'Stays', heading: null });
  });
  const question = page.getByRole('alertdialog', { name: 'Remove this kit?' });
  await kitAction(page, 'Remove…');
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
