/**
 * A document that takes the page's process down takes nothing else: the window comes back, says over which kit, and nothing is sent
 * to a page that is not there.
 */
import { expect, test } from '../e2e/fixtures.ts';
import { setUp } from '../e2e/steps.ts';

test('a page that crashed comes back, and until then the app sends it nothing', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  // The notice of the crash is itself an event for the page.
  const again = await app.crashPage();
  await expect(again.getByText('The window stopped working and was opened again')).toBeVisible();
  expect(app.logs()).toContain('The page is gone: crashed');
  expect(app.logs()).not.toMatch(/disposed|Error sending|has been destroyed/);
});

test('after a crash the library is back, with the kit that was read, and the kit opens again', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  const app = await launch();
  const { page } = app;
  await setUp(app, it);
  const form = page.getByRole('form', { name: 'Request a trip kit' });
  await form.getByLabel('Origin').fill('KDEN');
  await form.getByLabel('Destination').fill('KLAX');
  await form.getByRole('button', { name: 'Request trip kit' }).click();
  const row = page.getByRole('option', { name: /KDEN.*KLAX/ });
  await expect(row).toHaveAccessibleName(/On this laptop/, { timeout: 60_000 });
  await row.dblclick();
  await expect(page.locator('[data-page-rendered="1"]')).toBeVisible();

  const again = await app.crashPage();
  await expect(again.getByText('The view of KDEN to KLAX stopped working')).toBeVisible();
  await expect(again.getByRole('option', { name: /KDEN.*KLAX/ })).toBeVisible();
  await again.getByRole('button', { name: 'Open again' }).click();
  await expect(again.locator('[data-page-rendered="1"]')).toBeVisible();
});
