/** The pane of shelves, and a kit that its desk has withdrawn, in a real Chromium. */
import { expect, test } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls, picture, push, read, SOUND, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { putShelf } from './put-shelf.ts';

const windows = openWindows();

test('a shelf is there once a profile names one; flights are chosen by keyboard; a shelf that could not be read, or that nobody renews, says so', async () => {
  const page = await windows.open('scenario=demo', { width: 1024, height: 768 });
  const open = page.getByRole('button', { name: 'From the shelf' });
  await page.getByRole('button', { name: 'Track by kit ID' }).waitFor();
  expect(await open.count()).toBe(0);
  await putShelf(page);
  await open.focus();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Kits from a shelf' });
  await pane.getByText('Last heard of: 21 Nov 2026 20:31Z.').waitFor();
  await pane.getByRole('radio', { name: 'Kits of these flights' }).check();
  await pane.getByRole('button', { name: 'Save' }).click();
  await pane.getByText('Enter at least one flight number or airport, or choose another line.').waitFor();
  await pane.getByLabel('Flight numbers').fill('klm701, KLM703 klm701');
  await pane.getByLabel('Flight numbers').press('Enter');
  await expect.poll(() => calls(page)).toContain('shelf.choose');
  const answer = await page.evaluate(() => window.fake.bridge.shelf.list());
  expect(answer).toMatchObject({ value: [{ wants: ['KLM701', 'KLM703'] }] });
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'shelf');
  const trouble = 'The index of the shelf is older than one that was here before. Tell your airline’s IT.';
  await putShelf(page, { trouble, valid_until: '2026-11-20T08:00:00.000Z' });
  await pane.getByText(trouble).waitFor();
  await pane.getByText('Its desk should have renewed it by 20 Nov 2026 08:00Z.').waitFor();
});

test('the flights of a roster become own flights: from many flights, with their count in the pane, and taken out there', async () => {
  const page = await windows.open('scenario=demo', { width: 1024, height: 768 });
  await putShelf(page, { wants: ['EGLL'] });
  await page.getByRole('button', { name: 'From the shelf' }).click();
  const pane = page.getByRole('complementary', { name: 'Kits from a shelf' });
  await pane.getByRole('button', { name: 'Add own flights from a roster…' }).click();
  const event = (uid: number, flight: string, start: string) =>
    `BEGIN:VEVENT\nUID:${uid}\nDTSTART:${start}\nSUMMARY:${flight}\nEND:VEVENT`;
  const roster = [
    'BEGIN:VCALENDAR\nVERSION:2.0',
    event(1, 'KL1001 AMS-LHR', '20270628T101500Z'),
    event(2, 'KL1002 LHR-AMS', '20270629T081500Z'),
    event(3, 'Day off', '20270630T000000Z'),
    'END:VCALENDAR',
  ];
  await page.getByLabel('Paste your flights').fill(roster.join('\n'));
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  await page.getByRole('button', { name: 'Take 2 kits from the shelf' }).click();
  await page.getByText('2 own flights: their kits come once a desk puts them on Demo Air').waitFor();
  await picture(page, 'own-flights');
  expect((await calls(page)).filter((call) => call.startsWith('kits.re'))).toEqual([]);
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  if (!(await pane.isVisible())) await page.getByRole('button', { name: 'From the shelf' }).click();
  const own = pane.getByLabel('Own flights: 2, 28 Jun 2027 to 29 Jun 2027');
  expect(await pane.getByLabel('Flight numbers').inputValue()).toBe('EGLL');
  expect(await axeByDayAndNight(page, (theme) => picture(page, `own-flights-pane-${theme}`))).toEqual([]);
  await own.uncheck();
  await pane.getByRole('button', { name: 'Save' }).click();
  await own.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.fake.bridge.shelf.list())).toMatchObject({
    value: [{ wants: ['EGLL'] }],
  });
});

test('a kit that its desk has withdrawn says so in the list, its details and over its pages', async () => {
  const page = await windows.open('scenario=demo', { width: 1366, height: 768 });
  const kit = await page.evaluate(async (id) => {
    const list = await window.fake.bridge.kits.list();
    return list.ok ? list.value.find((one) => one.id === id) : undefined;
  }, SOUND_ID);
  const recalled = { at: '2026-11-21T20:31:00.000Z', why: 'Wrong aircraft.' };
  const shelf = { name: 'Demo Air', put_at: '2026-11-21T18:00:00.000Z', recalled };
  await push(page, [{ ...(kit as Kit), shelf }]);
  const row = page.getByRole('option', { name: /EGLL to KJFK.*Withdrawn/ }).first();
  await row.click();
  const says = /Demo Air withdrew this kit, 21 Nov 2026 20:31Z: “Wrong aircraft.”/;
  await page.getByText(says).first().waitFor();
  await page.getByText('The shelf of Demo Air, put there 21 Nov 2026 18:00Z').waitFor();
  await picture(page, 'withdrawn-details');
  await read(page, SOUND);
  await page.getByRole('alert').filter({ hasText: says }).waitFor();
  await picture(page, 'withdrawn-open');
});

test('a laptop without kits and certificate begins with its shelf, in the library', async () => {
  const page = await windows.open('scenario=shelf', { width: 1024, height: 768 });
  await page.getByRole('complementary', { name: 'Kits from a shelf' }).waitFor();
  await page.getByRole('button', { name: 'From the shelf' }).waitFor({ state: 'detached' });
  await putShelf(page);
  const shelf = page.getByRole('region', { name: 'Demo Air operations' });
  await shelf.waitFor();
  expect(await calls(page)).not.toContain('setup.open');
  await picture(page, 'shelf-first');
  await shelf.getByRole('radio', { name: 'Kits of these flights' }).check();
  await shelf.getByRole('button', { name: 'Add own flights from a roster…' }).click();
  await page
    .getByLabel('Paste your flights')
    .fill('Flight\tDate\tFrom\tTo\tTime UTC\nKL1001\t28JUN2027\tEHAM\tEGLL\t1015');
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  await page.getByRole('button', { name: 'Take 1 kit from the shelf' }).click();
  await page.getByText('1 own flight: its kit comes once a desk puts it on Demo Air').waitFor();
  await picture(page, 'own-flights-first');
});

test('set-up puts what the watched folders deliver on the shelf; it takes user and password, shows no password again, and removes it', async () => {
  const page = await windows.openSetup('scenario=shelf', { width: 1024, height: 900 });
  const card = page.getByRole('region', { name: 'Watched folders' });
  for (const name of ['Choose folder for trip files…', 'Choose folder for kits…'])
    await card.getByRole('button', { name }).click();
  await card.getByLabel('Put each kit on the shelf “Demo Air operations”, too').check();
  await card.getByRole('button', { name: 'Watch folders…' }).click();
  const folders = async () => {
    const state = await page.evaluate(() => window.fake.setup.watch.state());
    return state.ok ? state.value.folders : null;
  };
  await expect.poll(folders).toMatchObject({ shelf: true });
  await picture(page, 'shelf-watch');

  const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Shelf' }) });
  await step.getByText('come without a certificate').waitFor();
  await step.getByText('No user and password yet.').waitFor();
  await step.getByRole('button', { name: 'Save' }).click();
  await step.getByText('Enter the user and the password of the shelf.').waitFor();
  await step.getByLabel('User').fill('laptop');
  await step.getByLabel('Password').fill('kerosene');
  await step.getByLabel('Password').press('Enter');
  await step.getByText('The password of laptop is on this laptop, sealed by the system keychain.').waitFor();
  expect(await step.getByLabel('Password').inputValue()).toBe('');
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'shelf-setup');
  await page.evaluate(() => window.fake.failNext('shelf.login', 'The password can’t be read.'));
  await step.getByLabel('User').fill('laptop');
  await step.getByLabel('Password').fill('kerosene');
  await step.getByLabel('Password').press('Enter');
  await step.getByText('The stored password can’t be read. Enter it again.').waitFor();
  await step.getByLabel('Password').fill('kerosene');
  await step.getByLabel('Password').press('Enter');
  await step.getByRole('button', { name: 'Remove password' }).click();
  await step.getByText('No user and password yet.').waitFor();
});
