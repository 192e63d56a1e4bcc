/** From one laptop to another: a file with a kit and its marks, opened where nothing was before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp } from '../runtime/launch.ts';
import { leaksBelow, leaksIn, secretsOf } from './find-secrets.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { allKits, closeSetup, fetched, marksOf, setUp } from './steps.ts';

test('a kit goes to a colleague with its marks, and opens there without the service', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  const it = await demo();
  const first = await launch();
  await setUp(first, it);
  const [id = '', other = ''] = await fetched(first.page, [
    { origin: 'EHAM', destination: 'EGLL', flight: 'DMO118' },
    { origin: 'EHAM', destination: 'LFPG', flight: 'DMO119' },
  ]);
  await first.page.evaluate(
    (kit) => window.tripkit?.marks.add(kit, { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'call ops' }),
    id,
  );
  const marks = await marksOf(first.page, id);
  const file = join(folder, 'kit.age');
  const secrets = secretsOf(it);
  await first.page.evaluate(
    (kit) => window.tripkit?.setup.open({ part: 'hand_over', profile_id: null, kit_ids: [kit] }),
    id,
  );
  const giving = (await first.setupPage()).getByRole('region', { name: 'Hand over', exact: true });
  await expect(giving.getByText('1 selected kit')).toBeVisible();
  const passphrase = await giving.getByRole('textbox', { name: 'The file’s password' }).inputValue();
  await first.scriptDialog(file);
  await giving.getByRole('button', { name: 'Save hand-over file…' }).click();
  await expect(giving.getByText('kit.age is saved: 1 kit')).toBeVisible();
  expect(leaksIn(readFileSync(file), 'the file', secrets)).toEqual([]);
  await first.close();
  await it.service.close();

  const there = join(folder, 'other-laptop');
  const second = await launchApp({ userData: there });
  try {
    await closeSetup(second);
    await second.page.evaluate(() => window.tripkit?.setup.open({ part: 'hand_over', profile_id: null }));
    const taking = (await second.setupPage()).getByRole('region', { name: 'Hand over', exact: true });
    await second.scriptDialog(file);
    await taking.getByRole('button', { name: 'Choose hand-over file…' }).click();
    // The test itself starts the app again, so that it knows the process.
    await second.inMain(({ app }) => {
      app.relaunch = () => {};
    });
    await taking.getByLabel('Password of the file').fill(passphrase);
    await taking.getByRole('button', { name: 'Open file' }).click();
    await second.ended;
  } finally {
    await second.kill();
  }

  const third = await launchApp({ userData: there });
  try {
    await expect(
      third.page.getByText(/Brought in from the hand-over file of .*: 1 kit, 1 mark/),
    ).toBeVisible();
    const kits = await allKits(third.page);
    expect(kits.map((kit) => [kit.id, kit.state])).toEqual([[id, 'ready']]);
    expect(kits.map((kit) => kit.id)).not.toContain(other);
    expect(await marksOf(third.page, id)).toEqual(marks);
    const checked = await third.page.evaluate((kit) => window.tripkit?.documents.check(kit), id);
    expect(checked).toMatchObject({ ok: true });
    expect(leaksBelow(there, secrets).leaks).toEqual([]);
  } finally {
    await third.kill();
  }
});
