/** Queues and questions as lines and details say them; in real Chromium. */
import { expect, test } from 'vitest';
import { calls, details, picture } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { button, change, row } from './lines-steps.ts';

const { open } = openWindows();

test('a kit that waits its turn is queued; one without a certificate leads to the set-up; before several go, the question counts the same', async () => {
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

  // Before several go, the question counts the same.
  await row(page, /LSZH to LEMD/).click();
  for (const name of [/EDDF to RJTT/, /BIKF to EGPF/])
    await row(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Remove 3…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove 3 kits?' });
  await question.getByText('3 entries of the list.', { exact: false }).waitFor();
  await question.getByText('2 flights are still to come, the first on 21 Nov 2026 18:25Z.').waitFor();
  await question.getByText('1 flight is left without a PDF on this laptop.').waitFor();
  await question.getByText('You have never opened 1 of them.').waitFor();
  await question.getByText('1 still in progress: the app stops waiting for it.').waitFor();
  await picture(page, 'lines-remove-several');
});

test('several that are selected and hidden are counted, and none of them is touched; a new kit is never hidden', async () => {
  const page = await open('scenario=demo');
  await row(page, /LSZH to LEMD/).click();
  await row(page, /ENGM to EKCH/).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('KLM815');
  const pane = page.getByRole('region', { name: 'Selected kits' });
  await pane.getByText('2 kits are selected but hidden by the filter.').waitFor();
  expect(await pane.getByRole('button', { name: /Remove|Open|Keep|CSV/ }).count()).toBe(0);
  await pane.getByRole('button', { name: 'Show them' }).click();
  await pane.getByRole('button', { name: 'Remove 2…' }).waitFor();
  // A new kit is listed, whatever the filter was.
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('KLM815');
  await row(page, /EHAM to YSSY/).waitFor();
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByLabel('Origin').fill('LOWW');
  await page.getByLabel('Destination').fill('LGAV');
  await page.getByRole('button', { name: 'Request trip kit' }).click();
  await details(page).getByRole('heading', { name: 'LOWW → LGAV' }).waitFor();
  await row(page, /LOWW to LGAV/).waitFor();
});

test('a question that has become pointless goes; what somebody else removes leaves the pane', async () => {
  const page = await open('scenario=demo');
  const gone = (origin: string) =>
    page.evaluate(async (origin) => {
      const answer = await window.fake.bridge.kits.list();
      const ids = answer.ok ? answer.value.filter(({ trip }) => trip?.origin === origin) : [];
      for (const { id } of ids) window.fake.drop(id);
    }, origin);
  // What was to be cancelled is ready.
  await row(page, /LFPG to FAOR/).click();
  await button(page, 'Cancel request').click();
  await page.getByRole('alertdialog', { name: 'Stop tracking this kit?' }).waitFor();
  await change(page, 'LFPG', {
    ...{ state: 'ready', progress: null },
    document: { bytes: 1000, sha256: 'ab', pages: 3 },
  });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('kits.cancel');
  await row(page, /LSZH to LEMD/).click();
  await row(page, /ENGM to EKCH/).click({ modifiers: ['ControlOrMeta'] });
  await gone('ENGM');
  // One is left: the details are of it.
  await details(page).getByRole('heading', { name: 'LSZH → LEMD' }).waitFor();
  await page.getByRole('listbox').press('Delete');
  await page.getByRole('alertdialog', { name: 'Remove this kit?' }).waitFor();
  await gone('LSZH');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await details(page).getByText('Select a kit to see its details.').waitFor();
});
