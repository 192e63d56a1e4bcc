/**
 * Chromium's own PDF viewer. Its page lies in a frame of another process without a page event to wait for, so that it is
 * measured by the screencast: the first frame of the window that is nearly like the last one. Error: one frame of the
 * screencast, about 20 to 50 ms here.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Memory, rendererMemory } from '../processes.ts';
import { startPeerBrowser } from './chromium.ts';

/** The window counts as drawn when no frame came for this long, ms. */
const QUIET_MS = 1_500;
const LONGEST_MS = 20_000;
/** Mean difference of a sample, of 255, below which two frames are alike. */
const ALIKE = 4;

export interface BuiltInOpening {
  /** From the navigation to the first frame that is like the last, ms. */
  crisp: number;
  memory: Memory | null;
}

/** Opens a document in a fresh browser. */
export async function openInBuiltIn(url: string): Promise<BuiltInOpening> {
  const browser = await startPeerBrowser();
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    const session = await browser.context.newCDPSession(page);
    const frames: { at: number; data: string }[] = [];
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ at: (metadata.timestamp ?? Date.now() / 1000) * 1000, data });
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await page.goto('about:blank');
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 50,
      maxWidth: 640,
      maxHeight: 420,
    });
    await pause(300);
    frames.length = 0;
    const begun = Date.now();
    page.goto(url).catch(() => {});
    while (Date.now() - begun < LONGEST_MS) {
      await pause(200);
      const last = frames.at(-1);
      if (last && Date.now() - last.at > QUIET_MS && frames.length > 1) break;
    }
    await session.send('Page.stopScreencast').catch(() => {});
    const memory = rendererMemory(browser.profile);
    const decoder = await browser.context.newPage();
    return { crisp: (await firstAlike(decoder, frames)) - begun, memory };
  } finally {
    await browser.close();
  }
}

async function firstAlike(page: Page, frames: readonly { at: number; data: string }[]): Promise<number> {
  const index = await page.evaluate(
    async ([all, alike]) => {
      const pixels: Uint8ClampedArray[] = [];
      for (const data of all) {
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        pixels.push(context.getImageData(0, 0, canvas.width, canvas.height).data);
      }
      const last = pixels.at(-1);
      if (!last) return -1;
      return pixels.findIndex((frame) => {
        if (frame.length !== last.length) return false;
        let sum = 0;
        for (let i = 0; i < frame.length; i += 4) sum += Math.abs((frame[i] ?? 0) - (last[i] ?? 0));
        return sum / (frame.length / 4) < alike;
      });
    },
    [frames.map(({ data }) => data), ALIKE] as const,
  );
  const found = frames[index];
  if (!found) throw new Error('Chromium’s viewer showed nothing.');
  return found.at;
}
