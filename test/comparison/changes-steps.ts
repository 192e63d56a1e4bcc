/** The ways of the window tests to the screen of what changed. */
import type { Page } from 'playwright-core';

/** The list of what changed, from the details of the newer kit. */
export async function toChanges(page: Page) {
  await page.getByRole('complementary').getByRole('button', { name: 'What changed' }).click();
  await page.getByText('3 changed · 1 new · 1 gone · 18 same · 2 restamped').waitFor();
}

export const painted = (page: Page, side: 'old' | 'new', number: number) =>
  page.locator(`.pair__picture[data-side="${side}"][data-painted="${number}"]`).waitFor();
