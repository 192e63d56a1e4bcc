/** Links to kits: at the start, and to the app that runs by a second start. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '../e2e/fixtures.ts';

test('a link opens the kit that it names, and says so where there is none', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const { page, startAgain } = await launch({ args: ['tripkit://kit/NOT-HERE'] });
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

  // A drag begins under a held button alone (drag-out.electron.ts).
  const refused = await page.evaluate((kit_id) => window.tripkit?.documents.drag([kit_id]), id);
  expect(refused).toMatchObject({ ok: false, error: { kind: 'config' } });

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
