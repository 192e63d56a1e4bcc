/** How the window tests search all kits. */
import type { Page } from 'playwright-core';

export const field = (page: Page) => page.getByRole('combobox', { name: /all kits on this laptop/ });

export const options = (page: Page) =>
  page.getByRole('dialog', { name: 'Search all kits' }).getByRole('option');

export async function look(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(words);
}
