/** What real Electron does when the process of the page is gone: the window comes back, and nothing is sent to nobody. */
import { expect, test } from '../e2e/fixtures.ts';

test('a page that crashed comes back, and until then the app sends it nothing', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
  // The notice of the crash is itself an event for the page.
  const again = await app.crashPage();
  await expect(again.getByText('The window stopped working and was opened again')).toBeVisible();
  expect(app.logs()).toContain('The page is gone: crashed');
  expect(app.logs()).not.toMatch(/disposed|Error sending|has been destroyed/);
});
