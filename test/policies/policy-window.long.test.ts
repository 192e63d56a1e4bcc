/** What administrators decided, in real Chromium on the fake bridge: the page that shows it, and everything that they switch off. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Forbiddable, forbiddable, type PolicyState } from '../../preload/contract.ts';
import { batchWords } from '../../renderer/batch/words.ts';
import { appWords } from '../../renderer/design/words.ts';
import { watchWords } from '../../renderer/desk/words.ts';
import { kitWords, libraryWords } from '../../renderer/kits/words.ts';
import { marksWords } from '../../renderer/marks/words.ts';
import { policyWords } from '../../renderer/policies/words.ts';
import { recordWords } from '../../renderer/record/words.ts';
import { settingsWords } from '../../renderer/settings/words.ts';
import { noticeWords, profileMenuWords } from '../../renderer/shell/words.ts';
import { updateWords } from '../../renderer/updates/words.ts';
import { viewerWords, workspaceWords } from '../../renderer/viewer/words.ts';
import { managedPolicy } from '../window/fake-policy.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { calls, command, paste, picture, SOUND, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup } = openWindows();
const SMALL = { width: 1024, height: 640 };
const MANAGED = settingsWords.managed;

const heading = (page: Page) => page.getByRole('heading', { name: policyWords.title, level: 1 });
async function answer(page: Page, state: PolicyState) {
  await page.evaluate(async (value) => {
    const found = await window.fake.bridge.policy.state();
    if (found.ok) Object.assign(found.value, value);
  }, state);
}
/** Has administrators switch these off, in a window that is open. */
async function forbid(page: Page, what: readonly Forbiddable[]) {
  await page.evaluate(
    async (all) => {
      const found = await window.fake.bridge.settings.get();
      if (!found.ok) return;
      found.value.forbidden = all;
      window.fake.ask('settings', structuredClone(found.value));
    },
    [...what],
  );
}

test('what is in force, from where, and what was refused and why, also as a text for a ticket; a failure to read it says so', async () => {
  const page = await open('scenario=managed', SMALL);
  await page.evaluate(() => window.fake.failNext('policy.state', 'The main process does not answer.'));
  await command(page, 'managed_settings');
  await page.getByText(policyWords.failed('The main process does not answer.')).waitFor();
  await page.getByRole('button', { name: appWords.tryAgain }).click();
  await heading(page).waitFor();
  const inForce = page.getByRole('region', { name: policyWords.decisions.title });
  const row = (name: string) => inForce.locator(`tr[data-policy="${name}"]`);
  await row('update_hours').getByText('Between 22:00 and 05:30, by this computer’s clock').waitFor();
  await row('theme').getByText('Night', { exact: true }).waitFor();
  await row('keep_days_after_departure').getByText('14 days after departure').waitFor();
  await row('export').getByText(policyWords.decisions.strictest).waitFor();
  await inForce.getByText(policyWords.strictest).waitFor();
  expect(await inForce.locator('tbody tr').count()).toBe(managedPolicy.decisions.length);
  const sources = page.getByRole('region', { name: policyWords.sources.title });
  for (const { place, problem } of managedPolicy.sources) {
    await sources.getByText(place, { exact: true }).waitFor();
    if (problem) await sources.getByText(problem).waitFor();
  }
  await page.getByText(managedPolicy.refused[0]?.reason ?? '').waitFor();
  await page
    .getByRole('region', { name: policyWords.profiles.title })
    .getByText(managedPolicy.profiles[0]?.name ?? '')
    .waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `managed-${theme}`))).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await page.evaluate(() => {
    // Behind the app's own listener, which is the document's.
    window.addEventListener('copy', (event) => {
      document.documentElement.dataset.copied = event.clipboardData?.getData('text/plain') ?? '';
    });
  });
  await page.getByRole('button', { name: policyWords.copy }).click();
  await page.getByRole('status').getByText(policyWords.copied).waitFor();
  const text = await page.evaluate(() => document.documentElement.dataset.copied ?? '');
  const wanted = [
    ...managedPolicy.sources.flatMap(({ place, problem }) => [place, ...(problem ? [problem] : [])]),
    ...managedPolicy.decisions.map(({ name, value }) => `${name} = ${value}`),
    ...managedPolicy.profiles.map(({ name }) => name),
    ...managedPolicy.refused.map(({ reason }) => reason),
  ];
  expect(wanted.filter((one) => !text.includes(one))).toEqual([]);
});

test('where nothing is managed the page says so, and where administrators would write, if there is a place; a refused source is told', async () => {
  const page = await open('scenario=demo', SMALL);
  await command(page, 'managed_settings');
  await page.getByText(policyWords.empty).waitFor();
  await page.getByText('/etc/trip-kit-desktop/managed-profile.json').waitFor();
  expect(await page.getByText(policyWords.intro).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'managed-empty');

  await command(page, 'library');
  await answer(page, { sources: [], decisions: [], profiles: [], refused: [] });
  await command(page, 'managed_settings');
  await page.getByText(policyWords.empty).waitFor();
  await page.getByText(policyWords.sources.none).waitFor();
  await command(page, 'library');
  const place = '/etc/trip-kit-desktop/managed-profile.json';
  const problem = 'It can’t be read (EACCES).';
  await answer(page, {
    sources: [{ kind: 'file', place, state: 'refused', problem }],
    ...{ decisions: [], profiles: [], refused: [] },
  });
  await command(page, 'managed_settings');
  await page.getByText(problem).waitFor();
  expect(await page.getByText(policyWords.empty).count()).toBe(0);
});

test('it is reached from the settings, the profile menu, the search, a notice and set-up, and left with Esc', async () => {
  const page = await open('scenario=managed', SMALL);
  const leave = async () => {
    await heading(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: settingsWords.title, exact: true }).waitFor();
  };
  await command(page, 'settings');
  await page.getByText(policyWords.someManaged).waitFor();
  await page
    .getByRole('region', { name: settingsWords.app.title })
    .getByRole('button', { name: policyWords.link })
    .click();
  await leave();
  await page
    .getByRole('region', { name: policyWords.title })
    .getByRole('button', { name: policyWords.link })
    .click();
  await leave();
  await page
    .getByRole('button', { name: /^Profile:/ })
    .first()
    .click();
  const menu = page.getByRole('dialog', { name: profileMenuWords.title });
  await picture(page, 'managed-menu');
  await menu.getByRole('button', { name: policyWords.link }).click();
  await leave();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('managed sett');
  await page.getByRole('option', { name: policyWords.link }).waitFor();
  await page.keyboard.press('Enter');
  await leave();
  await page.evaluate(() =>
    window.fake.tell([
      { id: 'managed-profile', severity: 'error', message: 'It is not in force.', managed: true },
    ]),
  );
  await page
    .getByRole('region', { name: noticeWords.region })
    .getByRole('button', { name: policyWords.link })
    .click();
  await leave();
  const setup = await openSetup('scenario=managed');
  await setup.getByRole('button', { name: policyWords.link }).click();
  expect(await calls(setup)).toContain('setup.managed');
});

const flights = [
  'Flt No.\tDate\tFrom\tTo\tSTD',
  'KLM500\t24NOV26\tEHAM\tKJFK\t0600',
  'KLM502\t24NOV26\tEHAM\tKJFK\t0700',
].join('\n');

async function toFlights(page: Page) {
  await command(page, 'many_flights');
  await paste(page.getByLabel('Paste your flights'), flights);
  await page.getByText('2 flights ready to request.').waitFor();
}
async function toViewer(page: Page) {
  await command(page, 'library');
  await page.getByRole('option', { name: SOUND }).first().click();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
}
async function menuItem(page: Page, name: string) {
  await page.getByRole('button', { name: viewerWords.more, exact: true }).click();
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  return item;
}

/** What each policy switches off, place by place: every control is off, and the reason stands there. */
const places: Record<Forbiddable, (page: Page) => Promise<void>> = {
  async export(page) {
    await page.getByRole('option', { name: SOUND }).first().click();
    const pane = page.getByRole('complementary');
    await pane.getByRole('button', { name: kitWords.more, exact: true }).click();
    await page.getByRole('menuitem', { name: kitWords.actions.remove }).waitFor();
    expect(await page.getByRole('menuitem', { name: kitWords.actions.saveCopy }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await pane.getByText(kitWords.noCopies).waitFor();
    await expect.poll(() => page.evaluate(() => window.fake.kitMenu())).not.toContain('kit_save_copy');
    await command(page, 'kit_save_copy');
    await page.getByText('Record', { exact: true }).click();
    const history = page.getByRole('region', { name: 'History (UTC)' });
    await history.getByText(MANAGED).waitFor();
    expect(await history.getByRole('button', { name: 'CSV…' }).isDisabled()).toBe(true);
    await picture(page, 'managed-no-copies');
    await page.getByRole('option', { name: SOUND }).first().click();
    await page.keyboard.press('Control+a');
    const bulk = page.getByRole('group', { name: libraryWords.bulk.history });
    expect(await bulk.getByRole('button').first().isDisabled()).toBe(true);
    await page.evaluate((kit_id) => {
      const kit = { kit_id, offer: ['open' as const, 'copy' as const] };
      window.fake.tell([{ id: 'crash', severity: 'warning', message: 'It was closed.', kit }]);
    }, SOUND_ID);
    const notice = page.getByRole('region', { name: noticeWords.region });
    await notice.getByRole('button', { name: noticeWords.openKit }).waitFor();
    expect(await notice.getByRole('button', { name: noticeWords.saveCopy }).count()).toBe(0);
    await command(page, 'activity_record');
    const record = page.getByRole('group', { name: recordWords.export });
    await page.getByText(MANAGED).waitFor();
    for (const one of await record.getByRole('button').all()) expect(await one.isDisabled()).toBe(true);
    await toFlights(page);
    await page.getByRole('button', { name: 'Request 2 kits' }).click();
    await page.getByRole('heading', { name: batchWords.result }).waitFor();
    expect(await page.getByRole('button', { name: batchWords.export }).isDisabled()).toBe(true);
    await page.getByRole('region', { name: batchWords.result }).getByText(MANAGED).waitFor();
    await page.evaluate(async (kit) => {
      const draft = { kind: 'note', page: 1, at: { x: 0.2, y: 0.2 }, text: 'Fuel', colour: 'yellow' };
      await window.fake.bridge.marks.add(kit, draft as never);
    }, SOUND_ID);
    await toViewer(page);
    const item = await menuItem(page, viewerWords.saveCopy);
    expect(await item.isDisabled()).toBe(true);
    await item.getByText(MANAGED).waitFor();
    await picture(page, 'managed-viewer-menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    const save = page.getByRole('button', { name: marksWords.panel.saveCopy });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    const done = await calls(page);
    const leaving = [
      'documents.saveCopy',
      'audit.export',
      'audit.exportRecord',
      'batch.save',
      'marks.saveCopy',
    ];
    expect(leaving.filter((call) => done.includes(call))).toEqual([]);
  },
  async print(page) {
    await toViewer(page);
    await expect.poll(() => page.evaluate(() => window.fake.kitMenu())).not.toContain('kit_print');
    await page.keyboard.press('Control+p');
    await page.getByText(MANAGED).first().waitFor();
    await command(page, 'kit_print');
    const item = await menuItem(page, workspaceWords.commands.print);
    expect(await item.isDisabled()).toBe(true);
    await item.getByText(MANAGED).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole('dialog', { name: 'Print' }).count()).toBe(0);
    expect(await calls(page)).not.toContain('print.start');
  },
  async standing_orders(page) {
    await toFlights(page);
    expect(await page.getByLabel(batchWords.when).isDisabled()).toBe(true);
    await page.getByText(MANAGED).waitFor();
    await picture(page, 'managed-no-orders');
    expect(await calls(page)).not.toContain('kits.plan');
  },
};

test.each(forbiddable.options)(
  '%s switched off: its controls are off wherever they stand, with the reason',
  async (what) => {
    const page = await open('scenario=demo', { width: 1280, height: 800 });
    await forbid(page, [what]);
    await places[what](page);
    expect(await tooWide(page)).toEqual([]);
  },
);

test('in set-up: own folders are not watched where no copy may leave; those of administrators are shown as theirs', async () => {
  const page = await openSetup('scenario=fleet');
  const card = page.getByRole('region', { name: watchWords.title });
  await card.getByRole('button', { name: watchWords.begin }).waitFor();
  await forbid(page, ['export']);
  await card.getByText(watchWords.forbidden, { exact: false }).waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
  expect(await card.getByText(watchWords.off).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('in set-up: hours and channel of updates are told, and a download that waits can be had now', async () => {
  const page = await openSetup('scenario=hours', { width: 760, height: 1400 });
  const card = page.getByRole('region', { name: updateWords.title, exact: true });
  await card.getByText(updateWords.hours('22:00 and 05:30')).waitFor();
  await card.getByText(updateWords.waitsForHours('1.3.0-beta.1', '22:00 and 05:30')).waitFor();
  await card.getByText(updateWords.beta).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'managed-hours');
  await card.getByRole('button', { name: updateWords.check }).click();
  await card.getByText('Version 1.3.0 is ready to install.').waitFor();
});
