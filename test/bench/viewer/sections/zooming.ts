/** A dense page at 800 %: from the wheel that moves it to the visible part being crisp again. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver } from '../app-driver.ts';
import { pageKinds } from '../kits/synthetic-kits.ts';
import type { Bench } from '../run.ts';

declare global {
  interface Window {
    /** How long sharp parts took, ms. */
    benchParts?: number[];
  }
}

const REST_MS = 900;

export async function measureZooming(bench: Bench): Promise<void> {
  const { bundles, kits, results, effort, say } = bench;
  const dense = pageKinds(kits.M.plan).indexOf('vector100k') + 1;
  const app = await AppDriver.start(bundles, bench.freshUserData());
  try {
    await app.open(kits.M.kit_id);
    await app.jump(dense);
    await pause(REST_MS);
    for (let i = 0; i < 40 && (await zoomOf(app)) < 800; i += 1) await app.key('Control+=');
    await pause(3 * REST_MS);
    const zoom = await zoomOf(app);
    if (zoom < 800) {
      results.note(`Ctrl+= did not lead to 800 % but to ${zoom} %.`);
      return;
    }
    await watchParts(app);
    await app.page.mouse.move(640, 500);
    for (let i = 0; i < effort.crops; i += 1) {
      await app.expectPage(dense, true);
      await app.page.mouse.wheel(0, i % 2 === 0 ? 500 : -500);
      const seen = await app.pageResult();
      results.add('crop-M', 'app', seen.crisp);
      await pause(REST_MS);
    }
    results.add('crop-paint-M', 'app', ...(await partsTook(app)));
    say('zooming: this app');
  } finally {
    await app.close();
  }
}

/** The zoom that the bar shows, %. */
async function zoomOf(app: AppDriver): Promise<number> {
  const words = await app.page
    .locator('.viewer-bar__zoom')
    .first()
    .evaluate((element) => {
      return element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
    });
  return Number.parseInt(words, 10);
}

/**
 * From now on the page notes how long each sharp part takes from its canvas being made, which is when its painting is
 * asked for, to its being put on the page.
 */
async function watchParts(app: AppDriver): Promise<void> {
  await app.page.evaluate(() => {
    const made = new WeakMap<Element, number>();
    const took: number[] = [];
    window.benchParts = took;
    const create: (name: string, options?: ElementCreationOptions) => HTMLElement =
      document.createElement.bind(document);
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (name === 'canvas') made.set(element, performance.now());
      return element;
    }) as typeof document.createElement;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLCanvasElement) || !node.classList.contains('page__detail')) continue;
          const since = made.get(node);
          if (since !== undefined) took.push(performance.now() - since);
        }
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

function partsTook(app: AppDriver): Promise<number[]> {
  return app.page.evaluate(() => window.benchParts ?? []);
}
