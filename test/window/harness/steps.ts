/** Steps that window tests of many screens share. */
import type { Locator, Page } from 'playwright-core';
import type { Kit } from '../../../preload/contract.ts';

/** The sample with 24 pages, in the list and by its id; and the one whose fifth page is gone. */
export const SOUND = /EGLL to KJFK/;
export const SOUND_ID = '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d';
export const HOLED = /ENGM to EKCH/;

/** Keeps a picture of the screen where TRIPKIT_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TRIPKIT_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Pastes into a field, as the clipboard of a spreadsheet does. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The calls of the page so far, by their names. */
export const calls = (page: Page) => page.evaluate(() => window.fake.calls);

/** Asks for a command, as a menu of the system does. */
export const command = (page: Page, name: string) =>
  page.evaluate((name) => window.fake.ask('command', name), name);

/** Puts kits in, as the main process would tell of them. */
export async function push(page: Page, kits: readonly Kit[]): Promise<void> {
  await page.evaluate((all) => {
    for (const kit of all) window.fake.push(kit);
  }, kits);
}

/** Opens a kit from the list. */
export async function read(page: Page, kit = SOUND): Promise<void> {
  await page.getByRole('option', { name: kit }).first().click();
  await page.keyboard.press('Enter');
}

/** A page of a document that is drawn, in the view that a person sees. */
export const painted = (page: Page, number?: number) =>
  page
    .locator(`[data-page-rendered${number ? `="${number}"` : ''}]`)
    .filter({ visible: true })
    .first();

/** Opens a kit from the list, and waits until its first page is drawn. */
export async function readFirstPage(page: Page, kit = SOUND): Promise<void> {
  await read(page, kit);
  await painted(page, 1).waitFor();
}

/** Goes to a page of the open kit by its number, and waits until it is drawn. */
export async function goTo(page: Page, number: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number));
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-page-rendered="${number}"]`);
}

/** A view of an open kit, by where it is. */
export const view = (page: Page, side: 'left view' | 'right view' | 'document') =>
  page.getByRole('region', { name: new RegExp(`, ${side}$`) });

/** The tabs of open kits. */
export const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open trip kits' });

/** Does one of the other actions of the selected kit, by the menu of its details. */
export async function kitAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The pane with the details of the selected kit. */
export const details = (page: Page) => page.getByRole('complementary', { name: 'Kit details' });
