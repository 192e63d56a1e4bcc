/** The keychain of a Linux desktop: locked, gone, another one. Kits are read whatever it does. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { allKits, ask, fetched, kitList, setUp } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { expect, test } from './desktop/fixtures.ts';

test.skip(process.platform !== 'linux', 'Other systems have no keychain of a test’s own.');

const LOCKED = 'The certificate is locked';
const START_AGAIN = /it is locked, or it has changed\. Unlock it and start the app again/;

/** Opens the kit that is here, and sees a page of it. */
async function read(page: Page): Promise<void> {
  await kitList(page)
    .getByRole('option', { name: /EHAM.*On this laptop/ })
    .click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('group', { name: /page \d+ of /i }).first()).toBeVisible();
  await page.locator('[data-page-rendered]').filter({ visible: true }).first().waitFor();
}

/** What a check of the kit’s document says now; the keychain is asked in the background, so that it may change. */
async function soundness(page: Page, id: string) {
  const answer = await page.evaluate((kit_id) => window.tripkit?.documents.check(kit_id), id);
  return answer?.ok ? answer.value.soundness : null;
}
const seal = async (page: Page, id: string) => (await soundness(page, id))?.seal;

const kit = async (page: Page, id: string) => (await allKits(page)).find((one) => one.id === id);

test('locked at the start: kits open, one under way waits, and goes on when it is unlocked and the app started again; gone while the app runs, and back as another one: told, and the certificate can be imported anew', async ({
  launch,
  demo,
  folder,
  desktop,
}) => {
  test.slow();
  const it = await demo({ generation_ms: { from: 1000, to: 1000 } });
  const first = await launch();
  await setUp(first, it);
  const [here = ''] = await fetched(first.page, [{ origin: 'EHAM', destination: 'KJFK' }]);
  await expect.poll(() => seal(first.page, here)).toBe('intact');
  const [waiting = ''] = await ask(first.page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  await expect.poll(async () => (await kit(first.page, waiting))?.state).toBe('generating');
  await first.kill();
  it.service.expireTokens();
  await desktop.keyring.kill();
  const locked = await desktop.startKeyring(null);

  await test.step('kits open, and the one under way says what it waits for', async () => {
    const { page, close, logs } = await launch();
    await expect(page.getByText(LOCKED).first()).toBeVisible();
    await expect(kitList(page).getByRole('option')).toHaveCount(2);
    await read(page);
    // Not alarming, and not called intact.
    expect(await soundness(page, here)).toMatchObject({ state: 'verified', seal: 'not_checked' });
    await expect.poll(async () => (await kit(page, waiting))?.activity).toMatch(START_AGAIN);
    expect(logs()).not.toMatch(/ error /);
    await close();
  });
  const unlocked = await test.step('unlocked and started again', async () => {
    await locked.kill();
    const keyring = await desktop.startKeyring();
    const app = await launch();
    const { page, logs } = app;
    await expect.poll(async () => (await kit(page, waiting))?.state).toBe('ready');
    await expect.poll(() => seal(page, here)).toBe('intact');
    await expect.poll(() => seal(page, waiting)).toBe('intact');
    await expect(page.getByText(LOCKED)).toHaveCount(0);
    expect(logs()).not.toMatch(/ error /);
    return { app, keyring };
  });
  await test.step('gone: what was open stays so', async () => {
    const { app, keyring } = unlocked;
    await keyring.kill();
    it.service.expireTokens();
    const [id = ''] = await ask(app.page, [{ origin: 'KDEN', destination: 'KSFO' }]);
    await expect.poll(async () => (await kit(app.page, id))?.state).toBe('ready');
    await app.close();
  });
  await test.step('gone at the start: nothing can be kept', async () => {
    const app = await launch();
    await expect(app.page.getByText(LOCKED).first()).toBeVisible();
    expect(await canStore(app)).toMatchObject({ ok: true, value: { can: false } });
    await app.close();
  });
  await test.step('another one: locked until the file is imported again', async () => {
    await rm(join(folder, 'keyring'), { recursive: true });
    await desktop.startKeyring();
    await importAnew(await launch({ dialogs: [it.identity] }), it.passphrase);
    const { page } = await launch();
    await read(page);
    await expect(page.getByText(LOCKED)).toHaveCount(0);
    await expect
      .poll(async () => (await soundness(page, here))?.what)
      .toContain('sealed with the key of another keychain');
    expect(await soundness(page, here)).toMatchObject({ state: 'verified', seal: 'missing' });
  });
});

async function canStore({ page, setupPage }: LaunchedApp) {
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'identity', profile_id: null }));
  return (await setupPage()).evaluate(() => window.tripkitSetup?.identity.canStore());
}

/** Imports the file that the dialog gives, and ends the app. */
async function importAnew(app: LaunchedApp, passphrase: string): Promise<void> {
  const { page } = app;
  await expect(page.getByText(START_AGAIN).first()).toBeVisible();
  await page.getByRole('button', { name: 'Unlock…' }).click();
  const setup = await app.setupPage();
  await setup.getByRole('button', { name: 'Choose .p12 or .pfx file…' }).click();
  await setup.getByLabel('Passphrase').fill(passphrase);
  await setup.getByRole('button', { name: 'Open certificate' }).click();
  await expect(page.getByText(LOCKED)).toHaveCount(0);
  await app.close();
}
