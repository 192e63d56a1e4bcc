/** The app under test, driven as a person does, in the Chromium window host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { TripKitBridge } from '../../../preload/contract.ts';
import { launchInChromium } from '../../host/launch.ts';
import type { LaunchedApp } from '../../runtime/launched-app.ts';
import { installProbe, type Seen } from './probe.ts';
import { rendererMemory } from './processes.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
  }
}

/** How often the main process is looked at, ms. */
const STALL_LOOK_MS = 5;
/** How long a page may take before the bench says that it did not come, ms. */
const PAGE_TIMEOUT_MS = 20_000;

export interface Prepared {
  state: string;
  /** Pages that have a stored thumbnail, or can't have one. */
  thumbnails: number;
}

export class AppDriver {
  readonly page: Page;
  readonly #app: LaunchedApp;
  readonly #userData: string;

  private constructor(app: LaunchedApp, userData: string, page: Page = app.page) {
    this.#app = app;
    this.page = page;
    this.#userData = userData;
  }

  /** Starts the bundles in `bundles/out` on this user-data folder; resolves when the list of kits is there. */
  static async start(bundles: string, userData: string): Promise<AppDriver> {
    const app = await launchInChromium({ userData, env: { TRIPKIT_HOST_APP: bundles } });
    const driver = new AppDriver(app, userData);
    try {
      await app.page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
      await app.page.evaluate(installProbe, 'app' as const);
      return driver;
    } catch (error) {
      await app.kill();
      throw error;
    }
  }

  /** Opens a kit from the list by Enter; resolves when its first page is crisp. */
  async open(kit_id: string): Promise<Seen> {
    await this.select(kit_id);
    await this.expectPage(1);
    await this.page.keyboard.press('Enter');
    return this.pageResult();
  }

  /**
   * Opens a kit in a window of its own from the list; resolves when its page is painted there.
   *
   * @returns the driver of that window, and from the key to its first picture and to its page, ms by the clock
   */
  async openElsewhere(kit_id: string): Promise<{ driver: AppDriver; seen: number; crisp: number }> {
    await this.select(kit_id);
    const opened = this.page.context().waitForEvent('page', {
      predicate: (one) => one !== this.page,
      timeout: PAGE_TIMEOUT_MS,
    });
    const from = Date.now();
    await this.page.keyboard.press('Control+Shift+O');
    const page = await opened;
    await page.locator('[data-page-rendered]').first().waitFor({ timeout: PAGE_TIMEOUT_MS });
    const crisp = Date.now() - from;
    await page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
    const seen = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      return paint ? performance.timeOrigin + paint.startTime : Date.now();
    });
    const driver = new AppDriver(this.#app, this.#userData, page);
    await page.evaluate(installProbe, 'app' as const);
    return { driver, seen: seen - from, crisp };
  }

  /** Closes this further window by its last tab. */
  async leave(): Promise<void> {
    const gone = this.page.waitForEvent('close');
    // The page may go before it has answered.
    await this.page.keyboard.press('Control+w').catch(() => {});
    await gone;
  }

  /** Makes the kit the list's current one, with the keys on the list. */
  async select(kit_id: string): Promise<void> {
    const row = this.page.locator(`[role="option"][data-kit-id="${kit_id}"]`).first();
    await row.click();
    await row.evaluate((element) => {
      const list = element.closest('[role="listbox"]');
      if (list instanceof HTMLElement && !list.contains(document.activeElement)) list.focus();
    });
  }

  /** Closes the kit that is read; resolves when the list is there. */
  async toLibrary(): Promise<void> {
    for (const key of ['Control+w', 'Escape', 'Escape', 'Escape']) {
      await this.page.keyboard.press(key);
      const back = this.page.locator('[role="option"][data-kit-id]').first().waitFor({ timeout: 2_000 });
      if (
        await back.then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw new Error('Neither Ctrl+W nor Escape leads back to the list.');
  }

  /** Presses a key in the viewer; resolves when that page is crisp and in sight. */
  async keyToPage(key: string, page: number): Promise<Seen> {
    await this.expectPage(page);
    await this.page.keyboard.press(key);
    return this.pageResult();
  }

  /** Types a page number into the page box and presses Enter. */
  async jump(page: number): Promise<Seen> {
    const box = this.page.getByRole('textbox', { name: 'Page', exact: true });
    await box.fill(String(page));
    await this.expectPage(page);
    await this.page.keyboard.press('Enter');
    const seen = await this.pageResult();
    await this.focusViewer();
    return seen;
  }

  async focusViewer(): Promise<void> {
    await this.page.getByRole('region', { name: 'Document viewer' }).first().focus();
  }

  async key(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Frames while `work` runs. */
  async frames<T>(work: () => Promise<T>): Promise<{ value: T; frames: FrameStatistics }> {
    const mark = await this.page.evaluate(() => window.benchProbe?.framesFrom() ?? 0);
    const value = await work();
    const frames = await this.page.evaluate((from) => window.benchProbe?.frames(from), mark);
    if (!frames) throw new Error('The probe is gone: the page was loaded anew.');
    return { value, frames };
  }

  async prepared(kit_id: string): Promise<Prepared | null> {
    return this.page.evaluate(async (id) => {
      const answer = await window.tripkit?.reading?.prepared(id).catch(() => null);
      if (!answer?.ok) return null;
      const { state, thumbnails } = answer.value;
      const runs = [...thumbnails.pages, ...thumbnails.unpaintable];
      const done = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
      return { state, thumbnails: done };
    }, kit_id);
  }

  /**
   * Resolves with the state of what is taken out of a document when it is no longer `waiting`, or after `most` ms. Asks
   * when it is told that more is known: an answer holds the whole outline, and many of them would cost the app frames.
   */
  async preparation(kit_id: string, most: number): Promise<string> {
    return this.page.evaluate(
      async ([id, ms]) => {
        const reading = window.tripkit?.reading;
        const state = async () => {
          const answer = await reading?.prepared(id).catch(() => null);
          return answer?.ok ? answer.value.state : 'unknown';
        };
        let told = Promise.withResolvers<void>();
        const timer = setTimeout(() => told.resolve(), ms);
        const end = performance.now() + ms;
        const stop = reading?.on('prepared', ({ kit_id: one }) => {
          if (one === id) told.resolve();
        });
        let now = await state();
        while (now === 'waiting' && performance.now() < end) {
          await told.promise;
          told = Promise.withResolvers<void>();
          now = await state();
        }
        clearTimeout(timer);
        stop?.();
        return now;
      },
      [kit_id, most] as const,
    );
  }

  /** PSS of its pages' processes, MiB; null where that is not known. */
  memory(): number | null {
    return rendererMemory(join(this.#userData, 'host-chromium'));
  }

  /** Resolves when the app's processes have had next to nothing to do for a while, or after `most` ms. */
  async settle(most = 15_000): Promise<void> {
    const end = performance.now() + most;
    let idle = 0;
    while (idle < 3 && performance.now() < end) {
      const before = busyTicks();
      await pause(250);
      // 4 ticks of 10 ms in 250 ms.
      idle = busyTicks() - before < 4 ? idle + 1 : 0;
    }
  }

  /** From now on the app's main process notes how long it stands still. In this host it drives Chromium, too. */
  async watchMain(): Promise<void> {
    // The source goes to that process: it sees nothing of this file.
    await this.#app.inMain(() => {
      const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      Reflect.set(globalThis, 'benchDelay', delay);
    });
  }

  /** The longest that it has stood still since, ms. */
  async stallOfMain(): Promise<number> {
    const longest = await this.#app.inMain(
      () => (Reflect.get(globalThis, 'benchDelay') as { max: number }).max / 1e6,
    );
    return Math.max(0, longest - STALL_LOOK_MS);
  }

  async expectText(selector: string, pattern: string): Promise<void> {
    await this.page.evaluate(([s, p]) => window.benchProbe?.expectText(s, p), [selector, pattern] as const);
  }

  async textResult(): Promise<{ dom: number; seen: number }> {
    const result = await this.page.evaluate((ms) => window.benchProbe?.textResult(ms), PAGE_TIMEOUT_MS);
    if (!result) throw new Error('The probe is gone.');
    return result;
  }

  async expectPage(page: number, moved = false): Promise<void> {
    await this.page.evaluate(([n, m]) => window.benchProbe?.expectPage(n, { moved: m }), [
      page,
      moved,
    ] as const);
  }

  async pageResult(): Promise<Seen> {
    const seen = await this.page.evaluate((ms) => window.benchProbe?.result(ms), PAGE_TIMEOUT_MS);
    if (!seen) throw new Error('The probe is gone: the page was loaded anew.');
    return seen;
  }

  logs(): string {
    return this.#app.logs();
  }

  async close(): Promise<void> {
    await this.#app.close().catch(() => this.#app.kill());
  }
}

export interface FrameStatistics {
  count: number;
  longest: number;
  over60: number;
  over34: number;
  seconds: number;
}

/** Ticks that the machine's processors were busy. */
function busyTicks(): number {
  const line = readFileSync('/proc/stat', 'latin1').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0] = line;
  return user + nice + system;
}
