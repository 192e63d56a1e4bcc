/** A desk puts what it fetches on a shelf, and a laptop without a certificate reads it there: two instances of the app. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newShelfKey } from '../../main/shelf/shelf-index.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { haveServer, LOGIN, startDavServer } from '../shelf/servers.ts';
import { expect, test } from './fixtures.ts';
import { allKits, closeSetup, kitList, openIdentity, openKit, painted, profileId } from './steps.ts';

const KIT = /EHAM to EGLL, KLM1007/;

/** User and password of the shelf, in set-up. */
async function signIn(app: LaunchedApp): Promise<void> {
  const setup = await app.setupPage();
  const step = setup.getByRole('region', { name: 'Shelf' });
  await step.getByLabel('User').fill(LOGIN.user);
  await step.getByLabel('Password').fill(LOGIN.password);
  await step.getByRole('button', { name: 'Save' }).click();
  await expect(step.getByRole('status')).toContainText(`The password of ${LOGIN.user} is on this laptop`);
}

test('a kit that a desk put on a shelf opens on a laptop without a certificate, which shows messages and its withdrawal, and the desk sees who had it', async ({
  launch,
  demo,
  folder,
}, info) => {
  test.skip(!haveServer('nginx'), 'nginx with WebDAV is not here');
  const server = await startDavServer('nginx', join(folder, 'dav'));
  try {
    const it = await demo();
    const [arrivals, out] = [join(folder, 'arrivals'), join(folder, 'kits')];
    await Promise.all([mkdir(arrivals), mkdir(out)]);
    const other = newShelfKey();
    const shelf = { name: 'Demo Air', trust: [server.authority], receipts: 'laptop' };
    const writeProfile = (...keys: string[]) =>
      writeFile(
        it.profile,
        JSON.stringify({ ...it.service.profile, shelf: { ...shelf, webdav: server.url, keys } }),
      );
    await writeProfile(other.key);

    const desk = await launch({ userData: join(folder, 'desk') });
    await openIdentity(desk, it);
    await signIn(desk);
    const setup = await desk.setupPage();
    const card = setup.getByRole('region', { name: 'Watched folders' });
    await desk.scriptDialog(arrivals);
    await card.getByRole('button', { name: 'Choose folder for trip files…' }).click();
    await desk.scriptDialog(out);
    await card.getByRole('button', { name: 'Choose folder for kits…' }).click();
    await card.getByLabel('Put each kit on the shelf “Demo Air”, too').check();
    await card.getByRole('button', { name: 'Watch folders…' }).click();
    // IT adds the key of the new desk.
    const missing = card.getByText('The profile does not name the key of this desk');
    await expect(missing).toBeVisible({ timeout: patient(60_000) });
    const key = /add ([\w-]{43}) to shelf\.keys/.exec((await missing.textContent()) ?? '')?.[1];
    const keys = [other.key, key ?? ''];
    await writeProfile(...keys);
    await desk.scriptDialog(it.profile);
    await setup.getByRole('button', { name: 'Add another profile…' }).click();
    await expect(missing).toHaveCount(0, { timeout: patient(60_000) });
    await closeSetup(desk);
    const roster = 'origin,destination,flight,departure\nEHAM,EGLL,KLM1007,2031-03-28T02:30:00Z\n';
    await writeFile(join(arrivals, 'roster.csv'), roster);
    await expect(kitList(desk.page).getByRole('option', { name: KIT })).toBeVisible();

    const laptop = await launch({ userData: join(folder, 'laptop') });
    const laptopSetup = await laptop.setupPage();
    await laptop.scriptDialog(it.profile);
    await laptopSetup.getByRole('button', { name: 'Choose profile file…' }).click();
    await signIn(laptop);
    await closeSetup(laptop);
    const { page } = laptop;
    await page.getByRole('radio', { name: 'All kits' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const look = page.getByRole('button', { name: 'Look now' });
    await expect(async () => {
      await look.click();
      await expect(kitList(page).getByRole('option', { name: KIT })).toBeVisible({ timeout: patient(2_000) });
    }).toPass({ timeout: patient(60_000) });
    await openKit(page, KIT);
    await expect(painted(page)).toBeVisible();
    const [kit] = await allKits(page);
    expect(kit).toMatchObject({ state: 'ready', shelf: { name: 'Demo Air', recalled: null } });

    // As the next look does, in five minutes at most.
    const id = await profileId(page);
    const lookNow = () => page.evaluate((id) => window.tripkit?.shelf.look(id), id);
    const alert = page.getByRole('alert');
    await lookNow();
    await desk.page.getByRole('button', { name: 'From the shelf' }).click();
    await desk.page.getByRole('button', { name: 'Who has it' }).click();
    await expect(async () => {
      await desk.page.getByRole('button', { name: 'Read again' }).click();
      const had = desk.page.getByText('1 laptop had it, 1 opened');
      await expect(had).toBeVisible({ timeout: patient(2_000) });
    }).toPass({ timeout: patient(60_000) });
    await desk.page.getByRole('button', { name: 'Message about KLM1007…' }).click();
    await desk.page.getByLabel('What those who have the kit must read').fill('Runway 06 is closed.');
    await desk.page.getByRole('button', { name: 'Message…' }).click();
    await expect(desk.page.getByRole('button', { name: 'Withdraw KLM1007…' })).toBeVisible();
    await lookNow();
    await alert.filter({ hasText: 'Runway 06 is closed.' }).getByRole('button', { name: 'Read it' }).click();
    await page.getByRole('button', { name: 'I have read this' }).click();
    await expect(alert.getByText('Runway 06 is closed.')).toHaveCount(0);
    await desk.page.getByRole('button', { name: 'Withdraw KLM1007…' }).click();
    await desk.page.getByLabel('Why it must not be used').fill('Wrong aircraft.');
    await desk.page.getByRole('button', { name: 'Withdraw…' }).click();
    await expect(desk.page.getByText('Wrong aircraft.')).toBeVisible();
    await desk.page.screenshot({ path: info.outputPath('board.png') });
    await lookNow();
    await expect(alert.getByText('Wrong aircraft.')).toBeVisible();
    await page.screenshot({ path: info.outputPath('withdrawn.png') });
  } finally {
    await server.stop();
  }
});
