/** Help’s guides in the app as it ships, with no network and no service. */
import { expect, test } from './fixtures.ts';
import { closeSetup } from './steps.ts';

test('Help leads to the guides without a network: text, pictures, links and the search', async ({
  launch,
}) => {
  const app = await launch();
  await app.setOffline(true);
  await closeSetup(app);
  const { page } = app;
  await page.bringToFront();
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByText(/^This is Trip Kit Desktop \d+\.\d+\.\d+\.$/)).toBeVisible();
  await help.getByRole('button', { name: 'User guide', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User guide' })).toBeVisible();
  const pictures = page.locator('.guide img');
  await expect(pictures).not.toHaveCount(0);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
      ),
    )
    .toBe(true);
  await page.locator('.guide').getByRole('link', { name: 'administrator guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Administrator guide' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search in the guides' }).fill('close the lid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Before you close the lid' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'User guide' })).toHaveCount(0);
});
