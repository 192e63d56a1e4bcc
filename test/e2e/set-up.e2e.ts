/** Set-up takes two minutes: counted in what a person does, not in what happens. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { issueIdentity } from '../demo-service/pki.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { type Demo, expect, JOURNEY, test } from './fixtures.ts';
import { clickAway, tabTo } from './steps.ts';

/** Actions from the first start to the first requested kit, at most. */
const MAX_ACTIONS = 6;
const DAY_MS = 24 * 60 * 60_000;

/**
 * A person's actions: a click with its file dialog, a drop, or typing into one field with the Enter that ends it. Nothing
 * else touches the page.
 */
class Person {
  readonly actions: string[] = [];
  readonly #page: Page;
  readonly #answerDialog: (path: string) => Promise<void>;

  constructor(page: Page, answerDialog: (path: string) => Promise<void>) {
    this.#page = page;
    this.#answerDialog = answerDialog;
  }

  async click(name: string): Promise<void> {
    this.actions.push(`click ${name}`);
    await clickAway(this.#page.getByRole('button', { name }).first());
  }

  async choose(button: string, file: string): Promise<void> {
    await this.#answerDialog(file);
    await this.click(button);
  }

  async type(field: Locator, text: string, end: '' | 'Enter' = ''): Promise<void> {
    this.actions.push(`type into ${await field.getAttribute('name')} ${end}`);
    await field.fill(text);
    if (end) await field.press(end);
  }

  async drop(target: Locator, files: Record<string, Buffer>): Promise<void> {
    this.actions.push(`drop ${Object.keys(files).join(' and ')}`);
    const content = Object.entries(files).map(([name, bytes]) => ({ name, bytes: [...bytes] }));
    const data = await this.#page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of all) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    }, content);
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await target.dispatchEvent('drop', { dataTransfer: data });
  }
}

const form = (page: Page) => page.getByRole('form', { name: 'Request a trip kit' });
const kits = (page: Page) => page.getByRole('listbox', { name: 'Trip kits' });

/** From the passphrase to the request, as both ways go; the window of set-up closes on the way. */
async function goOn(person: Person, { page, setupPage }: LaunchedApp, it: Demo): Promise<void> {
  const setup = await setupPage();
  await person.type(setup.getByLabel('Passphrase'), it.passphrase, 'Enter');
  await expect(setup.getByText('Subject')).toBeVisible();
  await person.click('Request a trip kit');
  await person.type(form(page).getByLabel('Origin'), 'KDEN');
  await person.type(form(page).getByLabel('Destination'), 'KLAX', 'Enter');
  await expect(kits(page).getByRole('option', { name: /KDEN.*KLAX/ })).toBeVisible();
  const requested = (entry: object) => 'operation' in entry && entry.operation === 'request';
  await it.service.until(requested, AbortSignal.timeout(30_000));
}

test('with file dialogs, at most 6 actions lead from the first start to the first requested kit', {
  tag: JOURNEY,
}, async ({ launch, demo }) => {
  const it = await demo();
  const app = await launch();
  const page = await app.setupPage();
  const person = new Person(page, app.scriptDialog);
  await person.choose('Choose profile file…', it.profile);
  await person.choose('Choose .p12 or .pfx file…', it.identity);
  await goOn(person, app, it);
  expect(person.actions.length, person.actions.join('\n')).toBeLessThanOrEqual(MAX_ACTIONS);
});

test('a file dropped on the library is asked about by the main process, and goes on in set-up, whose window may close while it imports; a certificate that ends is renewed from its notice, by the keyboard', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  const app = await launch();
  const { page } = app;
  const setup = await app.setupPage();
  const person = new Person(page, app.scriptDialog);
  // What is no file of these is told, in the library.
  await person.drop(page.locator('h1').first(), { 'broken.json': Buffer.from('{') });
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText(/profile/)).toBeVisible();
  const ends = { not_before: Date.now() - DAY_MS, not_after: Date.now() + 5 * DAY_MS };
  const ending = await issueIdentity(it.service.pki.airline, 'Ends soon', 'Demo Air', ends);
  const files = { 'profile.json': await readFile(it.profile), 'identity.p12': ending.p12 };
  // No: nothing is there, and the certificate is for nobody.
  await app.scriptDialog(null);
  await person.drop(page.locator('h1').first(), files);
  await expect(setup.getByText('Choose the service profile first.')).toBeVisible();
  // What is dropped while the question about the first is open counts for nothing, as a person can't drop it then.
  await expect(async () => {
    await person.drop(page.locator('.drop').first(), files);
    await expect(setup.getByText('Chosen: identity.p12')).toBeVisible({ timeout: patient(5_000) });
  }).toPass();

  // The window that is closed while it imports loses nothing: the library has the certificate.
  await setup.getByLabel('Passphrase').fill(ending.passphrase);
  const gone = setup.waitForEvent('close');
  await setup
    .evaluate(() => {
      document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click();
      void window.tripkitSetup?.app.close();
    })
    .catch(() => {});
  await gone;
  await expect(form(page)).toBeVisible();
  expect(app.logs()).not.toMatch(/ error /);

  const renew = page.getByRole('button', { name: 'Renew certificate…' });
  await tabTo(page, renew);
  await page.keyboard.press('Enter');
  const again = await app.setupPage();
  const choose = again.getByRole('button', { name: 'Choose another certificate…' });
  await expect(choose).toBeFocused();
  await app.scriptDialog(it.identity);
  await again.keyboard.press('Enter');
  await expect(again.getByLabel('Passphrase')).toBeFocused();
  await again.keyboard.type(it.passphrase);
  await again.keyboard.press('Enter');
  await expect(again.getByText(/CN=Demo Air Trip Kit Client/)).toBeVisible();
  await expect(renew).toHaveCount(0);
});
