/** The viewer of the sample kit, and where its pages are. */
import type { Page } from 'playwright-core';
import { settledBox } from '../window/harness/settled-box.ts';
import { readFirstPage } from '../window/harness/steps.ts';
import type { Windows } from '../window/harness/windows.ts';

export const box = (page: Page, selector: string) => settledBox(page.locator(selector));

export function pageNumber(page: Page): Promise<string> {
  return page.getByRole('textbox', { name: 'Page' }).inputValue();
}

/** The steps that open a window. */
export function stepsIn({ open }: Windows) {
  async function opened(query = 'scenario=demo', size?: { width: number; height: number }): Promise<Page> {
    const page = await open(query, size);
    await readFirstPage(page);
    return page;
  }

  return { opened };
}
