/** A desk that works alone, in the app: folders are chosen in set-up, and what arrives is requested without anybody's click. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../patience.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { closeSetup, kitList, openIdentity } from './steps.ts';

const csv = (flight: string) =>
  `origin,destination,flight,departure\nEHAM,EGLL,${flight},2031-03-28T02:30:00Z\n`;

test('a file that arrives becomes a kit in the list and in the folder; also after a kill, without asking', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  const it = await demo();
  const [arrivals, out] = [join(folder, 'arrivals'), join(folder, 'kits')];
  await Promise.all([mkdir(arrivals), mkdir(out)]);
  let app = await launch();
  await openIdentity(app, it);
  const setup = await app.setupPage();
  const card = setup.getByRole('region', { name: 'Watched folders' });
  await app.scriptDialog(arrivals);
  await card.getByRole('button', { name: 'Choose folder for trip files…' }).click();
  await expect(card.getByText(arrivals)).toBeVisible();
  await app.scriptDialog(out);
  await card.getByRole('button', { name: 'Choose folder for kits…' }).click();
  await expect(card.getByText(out, { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Watch folders…' }).click();
  await expect(card.getByRole('status')).toContainText(`Watching ${arrivals}`);
  await closeSetup(app);

  await writeFile(join(arrivals, 'roster.csv'), csv('KLM1007'));
  const name = '20310328_KLM1007_EHAM-EGLL';
  await expect.poll(() => readdir(out), { timeout: patient(60_000) }).toContain(`${name}.result.json`);
  const result = JSON.parse(await readFile(join(out, `${name}.result.json`), 'utf8'));
  expect(result).toMatchObject({ state: 'delivered', file: `${name}.pdf`, source: { file: 'roster.csv' } });
  await expect(kitList(app.page).getByRole('option', { name: /EHAM to EGLL, KLM1007/ })).toBeVisible();
  expect(await readdir(join(arrivals, 'done'))).toContain('roster.csv');

  await app.kill();
  await writeFile(join(arrivals, 'later.csv'), `${csv('KLM1007')}${csv('KLM1009').split('\n')[1]}\n`);
  app = await launch();
  await expect
    .poll(() => readdir(out), { timeout: patient(60_000) })
    .toContain('20310328_KLM1009_EHAM-EGLL.result.json');
  const requests = it.service
    .journal()
    .filter((entry) => entry.kind === 'request' && entry.operation === 'request');
  expect(requests).toHaveLength(2);
  expect(it.service.violations()).toEqual([]);
});
