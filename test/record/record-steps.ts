/** The way of the window tests to the activity record. */
import type { Page } from 'playwright-core';

export async function toRecord(page: Page) {
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Activity record', exact: true }).click();
  await page.getByRole('heading', { name: 'Activity record' }).waitFor();
  await page.getByText(/^The record is whole: /).waitFor();
}

export const rows = (page: Page) => page.locator('tbody tr');
