/**
 * Documents are parsed in sandboxed pages that nobody sees: what such a page is, and what becomes of the app when a document takes
 * one over. Playwright's init scripts play the hole in PDF.js: they run in the page before its own code.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { type Demo, expect, test } from '../e2e/fixtures.ts';
import { allKits, preparation, profileId, setUp } from '../e2e/steps.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { irregularPdf } from './irregular-pdf.ts';

/** What the main process sees of a page of a document. */
interface Seen {
  url: string;
  pid: number;
  seccomp: string;
  preload: unknown;
  sandbox: unknown;
  path: string | null;
  globals: string;
}

/** What this test keeps in the main process. */
type Watch = typeof globalThis & { pages: Seen[]; threads: number; crash: boolean; pace: number };

/**
 * Notes each page of a document once its own code runs, and each thread of the main process; with `crash` the page crashes then.
 * The main process's waits end `pace` times sooner.
 */
function watch(electron: ElectronApplication): Promise<void> {
  return electron.evaluate(({ app }) => {
    const kept = Object.assign(globalThis as Watch, { pages: [], threads: 0, crash: false, pace: 1 });
    const timers = process.getBuiltinModule('node:timers/promises');
    const { setTimeout: wait } = timers;
    timers.setTimeout = (ms, ...more) => wait((ms ?? 0) / kept.pace, ...more);
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
    process.on('worker', () => {
      kept.threads += 1;
    });
    app.on('web-contents-created', (_event, contents) => {
      contents.on('dom-ready', async () => {
        if (!contents.getURL().startsWith('app://documents-')) return;
        const pid = contents.getOSProcessId();
        const asked: unknown = Reflect.get(contents, 'getLastWebPreferences');
        const preferences = typeof asked === 'function' ? asked.call(contents) : {};
        const status = process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/status`, 'utf8');
        const seen: Seen = {
          url: contents.getURL(),
          pid,
          seccomp: /^Seccomp:\s+(\d)$/m.exec(status)?.[1] ?? '',
          preload: preferences.preload ?? null,
          sandbox: preferences.sandbox,
          path: contents.session.storagePath,
          globals: '',
        };
        kept.pages.push(seen);
        if (kept.crash) return contents.forcefullyCrashRenderer();
        seen.globals = await contents.executeJavaScript(
          `['tripkit', 'require', 'process', 'module', 'Buffer'].filter((name) => name in window).join()`,
        );
      });
    });
  });
}

/** Starts the app with a demo service that has a document which our own reader leaves to PDF.js, of so many copies. */
async function begin(
  app: LaunchedApp,
  demo: () => Promise<Demo>,
  folder: string,
  ids: readonly string[],
): Promise<ElectronApplication> {
  const it = await demo();
  const { electron } = app;
  if (!electron) throw new Error('This is for Electron alone.');
  const file = join(folder, 'irregular.pdf');
  await writeFile(file, await irregularPdf());
  for (const tripkit_id of ids) await it.service.addTripKit({ tripkit_id, file });
  await setUp(app, it);
  return electron;
}

/** Has the app fetch a kit by its id; our own id. */
async function track({ page }: LaunchedApp, tripkit_id: string): Promise<string> {
  const profile = await profileId(page);
  return page.evaluate(
    async ([profile_id, id]) => {
      const answer = await window.tripkit?.kits.track(profile_id, [id]);
      const kit = answer?.ok ? answer.value[0] : undefined;
      if (!kit) throw new Error(JSON.stringify(answer));
      return kit.id;
    },
    [profile, tripkit_id] as const,
  );
}

async function stateOf({ page }: LaunchedApp, id: string): Promise<string | undefined> {
  return (await allKits(page)).find((kit) => kit.id === id)?.state;
}

test('an irregular document is verified and its text taken in sandboxed pages, one each, and no thread; one that takes its page over fails alone, whatever it does there, and the next one is verified', async ({
  launch,
  demo,
  folder,
}) => {
  test.slow();
  const app = await launch();
  const electron = await begin(app, demo, folder, [
    'irregular-1',
    ...[...takeovers.keys(), 'sound'].map(String),
  ]);
  await watch(electron);
  await test.step('in sandboxed pages', () => verify(app, electron));
  await test.step('pages that are taken over', () => takeOver(app, electron));
  await electron.evaluate(() => {
    (globalThis as Watch).crash = false;
  });
  const sound = await track(app, 'sound');
  await expect.poll(() => preparation(app.page, [sound]), { timeout: patient(60_000) }).toEqual(['ready']);
});

async function verify(app: LaunchedApp, electron: ElectronApplication): Promise<void> {
  await electron.context().addInitScript({
    content: `if (location.host.startsWith('documents-') && location.hash !== '#later') localStorage.kept = 'yes';`,
  });
  const kit = await track(app, 'irregular-1');
  await expect.poll(() => preparation(app.page, [kit]), { timeout: patient(60_000) }).toEqual(['ready']);
  const text = await app.page.evaluate(async (id) => {
    const answer = await window.tripkit?.reading.text(id);
    return answer?.ok ? answer.value : null;
  }, kit);
  expect(text?.[0]).toContain('An irregular document.');

  const { pages, threads, left, main, own } = await electron.evaluate(({ BrowserWindow, webContents }) => ({
    pages: (globalThis as Watch).pages.splice(0),
    threads: (globalThis as Watch).threads,
    left: webContents.getAllWebContents().filter((one) => one.getURL().startsWith('app://documents-')).length,
    main: process.pid,
    own: BrowserWindow.getAllWindows().map((window) => window.webContents.getOSProcessId()),
  }));
  expect(threads).toBe(0);
  // Verified, its dates read, and its text taken.
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(new Set(pages.map(({ url }) => new URL(url).host)).size).toBe(pages.length);
  for (const { pid, ...seen } of pages) {
    expect([main, ...own]).not.toContain(pid);
    expect(seen).toMatchObject({ seccomp: '2', preload: null, sandbox: true, path: null, globals: '' });
  }
  expect(left).toBe(0);

  // What a document leaves behind is gone: the same address, visited once more.
  const kept = await electron.evaluate(async ({ session, WebContentsView }, url) => {
    const view = new WebContentsView({ webPreferences: { session: session.fromPartition('documents') } });
    await view.webContents.loadURL(url.replace(/#.*/, '#later'));
    const found: unknown = await view.webContents.executeJavaScript('JSON.stringify(localStorage)');
    view.webContents.close();
    return found;
  }, pages[0]?.url ?? '');
  expect(kept).toBe('{}');
}

/** The page's own fetch, which a document that took it over has replaced. */
type Taken = typeof globalThis & { taken: { fetch: typeof fetch; timer?: ReturnType<typeof setInterval> } };

/** What a document does with its page, from its first request after the greeting on, and what is said of it. */
const takeovers: [name: string, script: () => void, words: RegExp][] = [
  [
    'answers what no document is',
    () => {
      const { fetch: real } = (globalThis as Taken).taken;
      globalThis.fetch = (url, init) =>
        real(url, init?.body === '"ready"' || !init?.body ? init : { ...init, body: '{"pages":-1}' });
    },
    /damaged/,
  ],
  [
    'answers without an end',
    () => {
      const { taken } = globalThis as Taken;
      const { fetch: real } = taken;
      const flood = () => real(`/job/${location.hash.slice(1)}`, { method: 'POST', body: 'x'.repeat(16e6) });
      globalThis.fetch = (url, init) => {
        if (init?.body === '"ready"') return real(url, init);
        taken.timer ??= setInterval(() => void flood(), 20);
        return flood();
      };
    },
    /damaged/,
  ],
  [
    'fills the memory',
    () => {
      const { taken } = globalThis as Taken;
      const { fetch: real } = taken;
      const kept: Uint8Array[] = [];
      globalThis.fetch = (url, init) => {
        if (init?.body === '"ready"') return real(url, init);
        taken.timer ??= setInterval(() => kept.push(new Uint8Array(128 * 1024 ** 2).fill(1)), 50);
        return new Promise(() => {});
      };
    },
    /too much memory/,
  ],
  [
    'hangs its page',
    () => {
      const { fetch: real } = (globalThis as Taken).taken;
      globalThis.fetch = (url, init) => {
        if (init?.body === '"ready"') return real(url, init);
        for (;;);
      };
    },
    /did not open within 20 s/,
  ],
  ['crashes', () => {}, /too much memory/],
];

async function takeOver(app: LaunchedApp, electron: ElectronApplication): Promise<void> {
  const inPage = (content: string) =>
    electron.context().addInitScript({ content: `if (location.host.startsWith('documents-')) ${content}` });
  for (const [index, [name, script, words]] of takeovers.entries()) {
    await test.step(name, async () => {
      await electron.evaluate((_electron, how) => {
        Object.assign(globalThis as Watch, {
          crash: how === 'crashes',
          pace: how === 'hangs its page' ? 10 : 1,
        });
      }, name);
      await inPage(`{ globalThis.taken = { fetch }; (${String(script)})(); }`);
      const hostile = await track(app, `${index}`);
      await expect.poll(() => stateOf(app, hostile), { timeout: patient(120_000) }).toBe('failed');
      const kit = (await allKits(app.page)).find(({ id }) => id === hostile);
      expect(kit?.failure?.message).toMatch(words);
      const pids = await electron.evaluate(() => (globalThis as Watch).pages.splice(0).map(({ pid }) => pid));
      expect(pids.length).toBeGreaterThan(0);
      await expect
        .poll(() =>
          electron.evaluate(
            ({ app: electronApp }, gone) =>
              electronApp.getAppMetrics().filter(({ pid }) => gone.includes(pid)).length,
            pids,
          ),
        )
        .toBe(0);
      await inPage('{ globalThis.fetch = taken.fetch; clearInterval(taken.timer); }');
    });
  }
}
