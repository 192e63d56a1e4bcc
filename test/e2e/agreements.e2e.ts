/** Who can only change files gets no power: neither a program run at the start, nor a token. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { patient } from '../patience.ts';
import { expect, test } from './fixtures.ts';
import { allKits, ask, openIdentity, setUp } from './steps.ts';

test('a program that somebody wrote into the settings is not run, and the person is told', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  const [arrivals, out, ran] = ['arrivals', 'kits', 'ran'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([mkdir(arrivals), mkdir(out, { mode: 0o777 })]);
  const first = await launch();
  await openIdentity(first, it);
  const setup = await first.setupPage();
  const card = setup.getByRole('region', { name: 'Watched folders' });
  await first.scriptDialog(arrivals);
  await card.getByRole('button', { name: 'Choose folder for trip files…' }).click();
  await expect(card.getByText(arrivals)).toBeVisible();
  await first.scriptDialog(out);
  await card.getByRole('button', { name: 'Choose folder for kits…' }).click();
  await expect(card.getByText(out, { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Watch folders…' }).click();
  await expect(card.getByRole('status')).toContainText(`Watching ${arrivals}`);
  await first.close();

  const file = join(folder, 'user-data', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8'));
  const forged = { ...settings.values.watch, command: ['/bin/sh', '-c', `echo > '${ran}'`] };
  await writeFile(file, JSON.stringify({ ...settings, values: { ...settings.values, watch: forged } }));
  // A file that can't be read is an event, which would be told to the program.
  await writeFile(join(arrivals, 'roster.csv'), 'nothing');
  const second = await launch();
  await expect(second.page.getByText(/settings are not those that you agreed to/).first()).toBeVisible();
  await second.close();
  expect(existsSync(ran)).toBe(false);
  expect(existsSync(join(arrivals, 'roster.csv'))).toBe(true);
});

test('no token goes to a server that somebody wrote into a profile', async ({ launch, demo, folder }) => {
  const it = await demo();
  const first = await launch();
  await setUp(first, it);
  await first.close();
  const other = await demo();

  const db = new DatabaseSync(join(folder, 'user-data', 'user.sqlite'));
  const { text } = db.prepare('SELECT text FROM profiles').get() as { text: string };
  const forged = { ...JSON.parse(text), base_url: other.service.profile.base_url };
  db.prepare('UPDATE profiles SET text = ?').run(JSON.stringify(forged));
  db.close();
  const second = await launch();
  await ask(second.page, [{ origin: 'EHAM', destination: 'EGLL' }]);
  await expect
    .poll(async () => JSON.stringify(await allKits(second.page)), { timeout: patient(60_000) })
    .toContain('not the one that you agreed to');
  await expect(second.page.getByText('The certificate is locked').first()).toBeVisible();
  expect(other.service.journal()).toEqual([]);
});
