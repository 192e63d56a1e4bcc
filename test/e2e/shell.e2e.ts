/** The app's shell: it starts, its page can do exactly what the contract says, and nothing else of the machine. */
import { CONTENT_SECURITY_POLICIES } from '../../main/electron/app-protocol.ts';
import { calls, events, type TripKitBridge } from '../../preload/contract.ts';
import { setupCalls, setupEvents } from '../../preload/setup-contract.ts';
import { forBrowser } from '../host/app-listener.ts';
import { expect, shareApp, test } from './fixtures.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
  }
}

const shared = shareApp(async () => {});

/** The functions that a bridge must have, by domain. */
const contractOf = (allCalls: object, allEvents: object) =>
  Object.fromEntries(
    Object.entries(allCalls).map(([domain, names]) => [
      domain,
      [...Object.keys(names), ...(domain in allEvents ? ['on'] : [])].sort(),
    ]),
  );

test('the app starts, and its bridge is exactly the contract', async () => {
  const { page, host } = shared().app;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bridge = await page.evaluate(() =>
    Object.fromEntries(
      Object.entries(window.tripkit ?? {}).map(([domain, parts]) => [domain, Object.keys(parts).sort()]),
    ),
  );
  expect(bridge).toEqual(contractOf(calls, events));
  const info = await page.evaluate(() => window.tripkit?.app.info());
  expect(info).toEqual({
    ok: true,
    value: { version: expect.any(String), host, platform: process.platform, before: null },
  });
});

test('set-up’s bridge is exactly its own contract, and the library’s is not there', async () => {
  const page = await shared().app.setupPage();
  const found = await page.evaluate(() => ({
    bridge: Object.fromEntries(
      Object.entries(window.tripkitSetup ?? {}).map(([domain, parts]) => [domain, Object.keys(parts).sort()]),
    ),
    library: typeof window.tripkit,
  }));
  expect(found).toEqual({ bridge: contractOf(setupCalls, setupEvents), library: 'undefined' });
});

test('the bridge can’t be changed, and no Node or Electron is in the page', async () => {
  const { page } = shared().app;
  const found = await page.evaluate(() => {
    const tried: Record<string, unknown> = {};
    for (const name of [
      'require',
      'process',
      'module',
      'Buffer',
      'electron',
      'ipcRenderer',
      '__dirname',
      'global',
    ]) {
      tried[name] = typeof Reflect.get(globalThis, name);
    }
    const before = window.tripkit?.kits.listText;
    try {
      Object.assign(window.tripkit?.kits ?? {}, { listText: () => 'mine' });
    } catch {
      // Frozen, in strict code.
    }
    try {
      Object.assign(window, { tripkit: null });
    } catch {
      // Not writable.
    }
    return { tried, same: window.tripkit?.kits.listText === before };
  });
  expect(new Set(Object.values(found.tried))).toEqual(new Set(['undefined']));
  expect(found.same).toBe(true);
});

test('every file comes with the policy, and the page keeps to it', async () => {
  const { page, logs, host } = shared().app;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const headers = await page.evaluate(async () => {
    const answers = [];
    for (const path of ['/index.html', '/pdfjs/pdf.worker.min.mjs', '/nothing', '/documents/nothing']) {
      const { status, headers } = await fetch(path);
      answers.push([
        path,
        status,
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
      ]);
    }
    return answers;
  });
  const given = { 'content-security-policy': CONTENT_SECURITY_POLICIES.library };
  // Chromium's host knows the app's origins by other names.
  const shown = host === 'chromium' ? forBrowser(new Headers(given)) : given;
  const policy = shown['content-security-policy'];
  expect(headers).toEqual([
    ['/index.html', 200, policy, 'nosniff'],
    ['/pdfjs/pdf.worker.min.mjs', 404, policy, 'nosniff'],
    ['/nothing', 404, policy, 'nosniff'],
    ['/documents/nothing', 404, policy, 'nosniff'],
  ]);
  expect(logs()).not.toContain('Content Security Policy');
  const evaluated = await page.evaluate(async () => {
    const script = document.createElement('script');
    try {
      script.textContent = 'globalThis.inlineRan = true';
    } catch {
      // Trusted Types refuse its text; else the policy refuses to run it.
    }
    document.head.append(script);
    // Within a call of the debugger the policy lets eval pass; a task of the page's own comes after it.
    const evaluated = await new Promise<boolean>((resolve) => {
      setTimeout(() => {
        try {
          resolve(new Function('return true')());
        } catch {
          resolve(false);
        }
      });
    });
    return { evaluated, inline: Reflect.get(globalThis, 'inlineRan') === true };
  });
  expect(evaluated).toEqual({ evaluated: false, inline: false });
});

test('no sink of the page takes a string, and no policy can be made that would let one pass', async () => {
  const { page } = shared().app;
  const taken = await page.evaluate(() => {
    const div = document.createElement('div');
    const frame = document.createElement('iframe');
    const types = Reflect.get(window, 'trustedTypes');
    const html = '<img src=x>';
    const ways: Record<string, () => unknown> = {
      innerHTML: () => Reflect.set(div, 'innerHTML', html),
      outerHTML: () => {
        document.createElement('p').append(div);
        div.outerHTML = html;
      },
      insertAdjacentHTML: () => div.insertAdjacentHTML('beforeend', html),
      parseFromString: () => new DOMParser().parseFromString(html, 'text/html'),
      createContextualFragment: () => document.createRange().createContextualFragment(html),
      write: () => document.write(html),
      srcdoc: () => {
        frame.srcdoc = html;
      },
      'script.src': () => {
        document.createElement('script').src = '/pdfjs/pdf.worker.min.mjs';
      },
      'script.text': () => {
        document.createElement('script').text = '1';
      },
      Worker: () => new Worker('/pdfjs/pdf.worker.min.mjs'),
      SharedWorker: () => new SharedWorker('/pdfjs/pdf.worker.min.mjs'),
      policy: () => types.createPolicy('mine', { createHTML: (text: string) => text }),
      default: () => types.createPolicy('default', { createHTML: (text: string) => text }),
    };
    return Object.keys(ways).filter((name) => {
      try {
        ways[name]?.();
        return true;
      } catch (error) {
        return !(error instanceof TypeError);
      }
    });
  });
  expect(taken).toEqual([]);
});

test('the page is granted no permission', async () => {
  const { page } = shared().app;
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone'] as const;
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('what was chosen outlives the app without storage of the page, and is there before anything is drawn', async ({
  launch,
}) => {
  const { app: first, userData } = shared();
  await first.page.evaluate(async () => {
    await window.tripkit?.settings.set({ theme: 'night', contrast: 'more' });
    await window.tripkit?.settings.choose({ library_order: 'route', light_at_night: 'dim' });
  });
  await first.close();
  const { page } = await launch({ userData });
  const start = () => page.evaluate(() => JSON.parse(document.documentElement.dataset.start ?? 'null'));
  expect(await start()).toMatchObject({
    appearance: { theme: 'night', contrast: 'more' },
    choices: { library_order: 'route', light_at_night: 'dim', light: 'day' },
  });
  // Chosen in this run, it is there when the page is loaded again.
  await page.evaluate(() => window.tripkit?.settings.choose({ library_order: 'state' }));
  await page.addInitScript(() => {
    const worn: string[] = [];
    Object.assign(window, { worn });
    new MutationObserver(() => {
      const { theme, contrast } = document.documentElement.dataset;
      if (theme) worn.push(`${theme} ${contrast}`);
    }).observe(document, {
      attributes: true,
      subtree: true,
      attributeFilter: ['data-theme', 'data-contrast'],
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await start()).choices.library_order).toBe('state');
  const worn = await page.evaluate(() => [...new Set(Reflect.get(window, 'worn') as string[])]);
  expect(worn).toEqual(['night more']);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});
