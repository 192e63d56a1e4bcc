/** Links that the system hands over by another start of the app: what becomes of them is told where the person is. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '../e2e/fixtures.ts';
import { makePdf, putDocument } from './library.ts';

const UNKNOWN = 'A link leads to a trip kit that is not on this laptop.';

test('a link to an unknown kit is told in the list, over a kit that is read, and in dialogs', async ({
  launch,
  folder,
}) => {
  const id = await putDocument(join(folder, 'user-data'), await makePdf(3));
  const { page, startAgain } = await launch();
  const told = page.getByText(UNKNOWN).filter({ visible: true });
  const follow = async (id: string) => expect(await startAgain(`tripkit://kit/${id}`)).toBe(0);
  const unknown = () => follow(randomUUID());
  const dismiss = () => page.getByRole('button', { name: 'Dismiss' }).last().click();

  await test.step('in the list', async () => {
    await unknown();
    await expect(told).toHaveCount(1);
    await dismiss();
    await expect(told).toHaveCount(0);
  });

  await test.step('over a kit', async () => {
    await follow(id);
    const sheet = page.locator('[data-page-rendered="1"]');
    await expect(sheet).toBeVisible();
    const before = await sheet.boundingBox();
    await unknown();
    await expect(told).toHaveCount(1);
    // Nothing moves under the eyes of who reads.
    expect(await sheet.boundingBox()).toEqual(before);
    await dismiss();
    await expect(told).toHaveCount(0);
  });

  await test.step('in a dialog over it', async () => {
    await page.keyboard.press('F1');
    const help = page.getByRole('dialog');
    await expect(help).toBeVisible();
    await unknown();
    await expect(help.getByText(UNKNOWN)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    // It stays until it is dismissed.
    await expect(told).toHaveCount(1);
    await dismiss();
  });

  await test.step('in the search over all kits, and back in the list', async () => {
    await page.keyboard.press('Control+k');
    await unknown();
    await expect(page.getByRole('dialog').getByText(UNKNOWN)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to trip kits' }).click();
    await expect(told).toHaveCount(1);
  });
});
