/** Links to kits: at the start, and to the app that runs by a second start. */
import type { Kit } from '../../preload/contract.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { ask, setUpByBridge } from '../e2e/steps.ts';
import { patient } from '../patience.ts';

test('a link opens the kit that it names, and says so where there is none', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const app = await launch({ args: ['tripkit://kit/NOT-HERE'] });
  const { page, startAgain } = app;
  await page.getByText('A link leads to a trip kit that is not on this laptop.').waitFor();

  await setUpByBridge(app, it);
  await ask(page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  const kit = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.listText();
      return kits?.ok ? (JSON.parse(kits.value) as Kit[])[0] : undefined;
    });
  await expect.poll(async () => (await kit())?.state, { timeout: patient(60_000) }).toBe('ready');
  const { id = '', tripkit_id } = (await kit()) ?? {};

  // A drag begins under a held button alone (drag-out.electron.ts).
  const refused = await page.evaluate((kit_id) => window.tripkit?.documents.drag([kit_id]), id);
  expect(refused).toMatchObject({ ok: false, error: { kind: 'config' } });

  const opened = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.listText();
      return kits?.ok ? (JSON.parse(kits.value) as Kit[])[0]?.opened_at : undefined;
    });
  expect(await opened()).toBeNull();
  await startAgain(`tripkit://kit/${encodeURIComponent(tripkit_id ?? '')}`);
  // It has a message to be acknowledged, or opens at once.
  const acknowledge = page.getByRole('button', { name: /acknowledge|I have read/i });
  await expect
    .poll(async () => (await acknowledge.count()) > 0 || (await opened()) !== null, {
      timeout: patient(30_000),
    })
    .toBe(true);
});
