/** How the window tests of set-up drop files. */
import type { Page } from 'playwright-core';

/** Drops files on the place around a button, as the system's file manager would. */
export async function drop(page: Page, button: string, files: Record<string, string>): Promise<void> {
  await page
    .locator('.drop')
    .filter({ has: page.getByRole('button', { name: button }) })
    .evaluate((place, contents) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(contents)) dataTransfer.items.add(new File([text], name));
      place.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
}
