/** What several end-to-end tests do, as a person does it, or by the bridge where the way there is not what is tested. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Kit, Mark, Trip } from '../../preload/contract.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { type Demo, expect } from './fixtures.ts';

/** The list of the library. */
export const kitList = (page: Page): Locator => page.getByRole('listbox', { name: 'Trip kits' });

/** Two flights whose kits tests read. */
export const TWO_TRIPS: Trip[] = [
  { origin: 'EHAM', destination: 'EGLL', flight: 'DMO118' },
  { origin: 'KDEN', destination: 'KLAX', flight: 'DMO119' },
];

/** Opens a kit by keyboard from the library. */
export async function openKit(page: Page, kit: RegExp): Promise<void> {
  await kitList(page).getByRole('option', { name: kit }).first().click();
  await page.keyboard.press('Enter');
}

/** A page of the document in view, once it is painted. */
export const painted = (page: Page, number = 1): Locator =>
  page.locator(`[data-page-rendered="${number}"]`).filter({ visible: true }).first();

/** Takes in profile and identity in the window of set-up; the answers of the two file dialogs are scripted. */
export async function setUp(app: LaunchedApp, it: Demo): Promise<void> {
  await openIdentity(app, it);
  await closeSetup(app);
}

/** The app that is set up for a demo service. */
export async function withService(launch: () => Promise<LaunchedApp>, demo: () => Promise<Demo>) {
  const it = await demo();
  const app = await launch();
  await setUp(app, it);
  return { it, app, page: app.page };
}

/** Closes the window of set-up, which is open or about to open. */
export async function closeSetup({ setupPage }: LaunchedApp): Promise<void> {
  const page = await setupPage();
  const gone = page.waitForEvent('close');
  // The page may go before it has answered.
  await page.evaluate(() => void window.tripkitSetup?.app.close()).catch(() => {});
  await gone;
}

/** Clicks a button that may close its window before the click is done. */
export async function clickAway(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error;
  });
}

/** Brings profile and identity in as setUp does, and leaves the window of set-up open. */
export async function openIdentity({ setupPage, scriptDialog }: LaunchedApp, it: Demo): Promise<void> {
  const page = await setupPage();
  await scriptDialog(it.profile);
  await page.getByRole('button', { name: 'Choose profile file…' }).click();
  await expect(page.getByText(it.service.profile.company_name).first()).toBeVisible();
  await scriptDialog(it.identity);
  await page.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await page.getByLabel('Passphrase').fill(it.passphrase);
  await page.getByRole('button', { name: 'Open certificate' }).click();
  await expect(page.getByText('Subject')).toBeVisible();
}

/** Takes in profile and identity by set-up's bridge, where no file dialog may be in the way; the profile's id. */
export async function setUpByBridge(app: LaunchedApp, it: Demo): Promise<string> {
  const { page, setupPage } = app;
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  const setup = await setupPage();
  const p12 = [...(await readFile(it.identity))];
  const profile = await readFile(it.profile, 'utf8');
  const id = await setup.evaluate(
    async ({ p12, profile, passphrase }) => {
      const taken = await window.tripkitSetup?.profiles.offer('profile.json', profile);
      const profile_id = taken?.ok ? (taken.value?.id ?? '') : '';
      const file = await window.tripkitSetup?.identity.offer(profile_id, 'identity.p12', new Uint8Array(p12));
      if (!file?.ok) throw new Error('The set-up failed.');
      const { handle } = file.value;
      const state = await window.tripkitSetup?.identity.import({
        profile_id,
        handle,
        passphrase,
        store: true,
      });
      if (!state?.ok) throw new Error(JSON.stringify(state));
      return profile_id;
    },
    { p12, profile, passphrase: it.passphrase },
  );
  await closeSetup(app);
  return id;
}

/** The only profile's id. */
export function profileId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const list = await window.tripkit?.profiles.list();
    const id = list?.ok ? list.value[0]?.id : undefined;
    if (id === undefined) throw new Error('There is no profile.');
    return id;
  });
}

/** Asks for kits by the bridge, as the form does; their ids. */
export async function ask(page: Page, trips: Trip[]): Promise<string[]> {
  const profile_id = await profileId(page);
  return page.evaluate(
    async ({ profile_id, trips }) => {
      const answer = await window.tripkit?.kits.request(profile_id, trips);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
      return answer.value.map(({ id }) => id);
    },
    { profile_id, trips },
  );
}

/** All kits as the main process tells them. */
export function allKits(page: Page): Promise<Kit[]> {
  return page.evaluate(async () => {
    const answer = await window.tripkit?.kits.listText();
    return answer?.ok ? (JSON.parse(answer.value) as Kit[]) : [];
  });
}

/** How often it is asked how far a kit is, ms: the steps of `expect.poll` grow to a second, which each test would wait once. */
const PROGRESS = { intervals: [250] };

/** What was taken from each document after its download: `ready` once it can be searched. */
export function preparation(page: Page, ids: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const answers = await Promise.all(wanted.map((id) => window.tripkit?.reading.prepared(id)));
    return answers.map((answer) => (answer?.ok ? answer.value.state : 'unknown'));
  }, ids);
}

/** Kits that are on the laptop, with their text taken in. */
export async function fetched(page: Page, trips: Trip[]): Promise<string[]> {
  const ids = await ask(page, trips);
  await expect
    .poll(() => preparation(page, ids), { ...PROGRESS, timeout: patient(90_000) })
    .toEqual(ids.map(() => 'ready'));
  return ids;
}

/** A chart of the kit: a title of its outline that stands there once, and its page. */
export async function chartOf(page: Page, id: string): Promise<{ title: string; page: number }> {
  const outline = await page.evaluate(async (kit_id) => {
    const answer = await window.tripkit?.reading.prepared(kit_id);
    return answer?.ok ? (answer.value.outline ?? []) : [];
  }, id);
  const chart = outline.find(
    ({ title, page: at }) => at !== null && at > 3 && /^(ILS|RNP|VOR|LOC|SID|STAR)/.test(title),
  );
  if (!chart?.page) throw new Error('The kit has no chart in its outline.');
  return { title: chart.title, page: chart.page };
}

/** The marks of a kit as they are kept. */
export function marksOf(page: Page, id: string): Promise<Mark[]> {
  return page.evaluate(async (kit_id) => {
    const answer = await window.tripkit?.marks.list(kit_id);
    return answer?.ok ? answer.value : [];
  }, id);
}

/** Tab, as often as it takes to get there; a person would give up long before the limit. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}
