/** The app on its desktop, as far as the window host has one: links to kits, a drag of a document, going on without a window. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

test('a link opens the kit that it names, and says so where there is none', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const { page, host, logs, startAgain } = await launch({ args: ['tripkit://kit/NOT-HERE'] });
  await page.getByText('A link leads to a trip kit that is not on this laptop.').waitFor();

  const p12 = [...(await readFile(it.identity))];
  const profile = await readFile(it.profile, 'utf8');
  await page.evaluate(
    async ({ p12, profile, passphrase }) => {
      const taken = await window.tripkit?.profiles.offer('profile.json', profile);
      const file = await window.tripkit?.identity.offer('identity.p12', new Uint8Array(p12));
      if (!taken?.ok || !file?.ok) throw new Error('The set-up failed.');
      const profile_id = taken.value.id;
      await window.tripkit?.identity.import({
        profile_id,
        handle: file.value.handle,
        passphrase,
        store: true,
      });
      await window.tripkit?.kits.request(profile_id, [{ origin: 'KDEN', destination: 'KLAX' }]);
    },
    { p12, profile, passphrase: it.passphrase },
  );
  const kit = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.list();
      return kits?.ok ? kits.value[0] : undefined;
    });
  await expect.poll(async () => (await kit())?.state, { timeout: 60_000 }).toBe('ready');
  const { id = '', tripkit_id } = (await kit()) ?? {};

  // What the system's drag gets is a whole copy under a name that people know; and it begins under a held button alone.
  const refused = await page.evaluate((kit_id) => window.tripkit?.documents.drag([kit_id]), id);
  expect(refused).toMatchObject({ ok: false, error: { kind: 'config' } });
  // Electron's own drag is tried by test/electron, with a real mouse.
  if (host === 'chromium') {
    await page.reload();
    const row = await page.getByRole('option').first().boundingBox();
    if (!row) throw new Error('There is no row.');
    await page.mouse.move(row.x + 40, row.y + 20);
    await page.mouse.down();
    await page.mouse.move(row.x + 80, row.y + 40, { steps: 5 });
    await expect.poll(logs).toContain('startDrag');
    await page.mouse.up();
    const [, file = ''] = /startDrag (.*\.pdf)/.exec(logs()) ?? [];
    expect(file).toContain('KDEN-KLAX');
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  }

  const opened = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.list();
      return kits?.ok ? kits.value[0]?.opened_at : undefined;
    });
  expect(await opened()).toBeNull();
  await startAgain(`tripkit://kit/${encodeURIComponent(tripkit_id ?? '')}`);
  // It has a message to be acknowledged, or opens at once.
  const acknowledge = page.getByRole('button', { name: /acknowledge|I have read/i });
  await expect
    .poll(async () => (await acknowledge.count()) > 0 || (await opened()) !== null, { timeout: 30_000 })
    .toBe(true);
});
