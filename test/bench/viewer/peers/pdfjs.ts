/** The peer nearest to us: pdf.js's own viewer component, measured with the same probe. */
import type { Page } from 'playwright-core';
import { forgetBodies } from '../../../host/forget-bodies.ts';
import { installProbe, type Seen } from '../probe.ts';
import { type Memory, rendererMemory } from '../processes.ts';
import { type PeerBrowser, startPeerBrowser } from './chromium.ts';

/** What pdfjs-viewer.mjs offers as `window.benchPdfjs`. */
export interface PdfjsPage {
  open(url: string): Promise<void>;
  close(): Promise<void>;
  go(page: number): void;
  page(): number;
  scroll(): void;
  zoom(scale: number): void;
  find(query: string, page: number): Promise<number>;
}

declare global {
  interface Window {
    benchPdfjs?: PdfjsPage;
    benchReady?: boolean;
  }
}

const TIMEOUT_MS = 30_000;

export class PdfjsPeer {
  readonly page: Page;
  readonly #browser: PeerBrowser;
  readonly #origin: string;

  private constructor(browser: PeerBrowser, page: Page, origin: string) {
    this.#browser = browser;
    this.page = page;
    this.#origin = origin;
  }

  static async start(origin: string): Promise<PdfjsPeer> {
    const browser = await startPeerBrowser();
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await forgetBodies(page);
    await page.goto(`${origin}/pdfjs-viewer.html`);
    await page.waitForFunction(() => window.benchReady === true);
    await page.evaluate(installProbe, 'pdfjs' as const);
    return new PdfjsPeer(browser, page, origin);
  }

  /** From the call to page 1 drawn. */
  open(name: string): Promise<Seen> {
    return this.page.evaluate(
      async ([url, ms]) => {
        window.benchProbe?.expectPage(1, { from_now: true });
        await window.benchPdfjs?.open(url);
        const seen = await window.benchProbe?.result(ms);
        if (!seen) throw new Error('no probe');
        return seen;
      },
      [`${this.#origin}/kits/${name}`, TIMEOUT_MS] as const,
    );
  }

  closeDocument(): Promise<void> {
    return this.page.evaluate(async () => window.benchPdfjs?.close());
  }

  go(page: number): Promise<Seen> {
    return this.page.evaluate(
      async ([n, ms]) => {
        window.benchProbe?.expectPage(n, { from_now: true });
        window.benchPdfjs?.go(n);
        const seen = await window.benchProbe?.result(ms);
        if (!seen) throw new Error('no probe');
        return seen;
      },
      [page, TIMEOUT_MS] as const,
    );
  }

  find(query: string, page: number): Promise<number> {
    return this.page.evaluate(async ([text, at]) => (await window.benchPdfjs?.find(text, at)) ?? Number.NaN, [
      query,
      page,
    ] as const);
  }

  memory(): Memory | null {
    return rendererMemory(this.#browser.profile);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
