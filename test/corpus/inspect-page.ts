/** What the app shows of a page, read out of its canvases. */
import type { Page } from 'playwright-core';
import type { Picture } from './other-viewer.ts';

export type Shown =
  | { kind: 'drawn'; picture: Picture }
  /** The page or the whole view says that it can't be drawn. */
  | { kind: 'said'; words: string }
  | { kind: 'nothing' };

/** Height of the pictures that are compared, px. */
export const COMPARED_HEIGHT = 480;

/** Waits until the page is painted to the end or the app says that it can't be; `nothing` after `timeout_ms`. */
export async function shownOf(window: Page, page: number, timeout_ms: number): Promise<Shown> {
  const there = await window
    .waitForFunction(
      (n) => {
        const inView = (element: Element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
        };
        if ([...document.querySelectorAll('.viewer__failed')].some(inView)) return 'failed';
        for (const element of document.querySelectorAll(`[data-page="${n}"]`)) {
          if (!inView(element)) continue;
          if (element.querySelector('.page__failed')) return 'failed';
          if (element.hasAttribute('data-page-rendered')) return 'rendered';
        }
        return false;
      },
      page,
      { timeout: timeout_ms, polling: 50 },
    )
    .then((handle) => handle.jsonValue())
    .catch(() => false as const);
  if (there === false) return { kind: 'nothing' };
  if (there === 'failed') {
    const words = await window.locator('.viewer__failed:visible, .page__failed:visible').first().innerText();
    return { kind: 'said', words: words.replaceAll(/\s+/g, ' ') };
  }
  const read = await window.evaluate(
    ([n, height]) => {
      const element = [...document.querySelectorAll(`[data-page="${n}"]`)].find((one) => {
        const box = one.getBoundingClientRect();
        return (
          one.hasAttribute('data-page-rendered') && box.width > 0 && box.bottom > 0 && box.top < innerHeight
        );
      });
      const source = [...(element?.querySelectorAll('canvas') ?? [])].find(({ width }) => width > 0);
      if (!source) return null;
      const width = Math.max(1, Math.round((source.width / source.height) * height));
      const copy = new OffscreenCanvas(width, height);
      const context = copy.getContext('2d');
      if (!context) return null;
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(source, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      let text = '';
      for (let i = 0; i < data.length; i += 4) {
        const grey = 0.299 * (data[i] ?? 0) + 0.587 * (data[i + 1] ?? 0) + 0.114 * (data[i + 2] ?? 0);
        text += String.fromCharCode(Math.round(grey));
      }
      return { width, height, pixels: btoa(text) };
    },
    [page, COMPARED_HEIGHT] as const,
  );
  if (!read) return { kind: 'nothing' };
  return { kind: 'drawn', picture: { ...read, pixels: Buffer.from(read.pixels, 'base64') } };
}
