/** A script that has taken the library's page over: no channel, no path and no window is a way out. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TripKitBridge } from '../../preload/contract.ts';
import { layBait } from '../attack/bait.ts';
import { everyWay } from '../attack/ways-out.ts';
import { expect, shareApp, test } from './fixtures.ts';
import { fetched, setUpByBridge } from './steps.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
  }
}

/** An identity and a kit are there, so that there is something to steal. */
const shared = shareApp(async (app, demo) => {
  const it = await demo();
  await setUpByBridge(app, it);
  const [kit_id = ''] = await fetched(app.page, [{ origin: 'KDEN', destination: 'KLAX' }]);
  return { it, kit_id };
});

test('no other channel, no prototype and no frame is a way to the main process', async () => {
  const { page, logs } = shared().app;
  const found = await page.evaluate(async () => {
    const tries: Record<string, unknown> = {};
    const bridge = window.tripkit as unknown as Record<string, Record<string, unknown>>;
    for (const name of ['invoke', 'send', 'on', 'ipcRenderer', 'require', 'constructor.constructor']) {
      tries[name] = typeof bridge[name];
    }
    tries.channels = Object.keys(bridge).filter((domain) => domain.includes('.'));
    const unknown: string[] = [];
    for (const event of ['__proto__', 'constructor', 'ipc-message', 'changed2', '', 'app.notices']) {
      try {
        const on = bridge.kits?.on as ((name: string, listener: () => void) => void) | undefined;
        on?.(event, () => {});
        unknown.push(event);
      } catch {
        // Refused.
      }
    }
    const answer = await window.tripkit?.app.info();
    // Frames of every kind that need no network.
    const frames: Record<string, unknown> = {};
    const inside = async (name: string, prepare: (frame: HTMLIFrameElement) => void) => {
      const frame = document.createElement('iframe');
      try {
        prepare(frame);
      } catch {
        frames[name] = 'refused';
        return;
      }
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 300));
      let has = 'no access';
      try {
        has = typeof Reflect.get(frame.contentWindow ?? {}, 'tripkit');
      } catch {
        // Another origin.
      }
      frames[name] = has;
      frame.remove();
    };
    const script = '<script>parent.postMessage(typeof tripkit, "*")</' + 'script>';
    const heard: unknown[] = [];
    addEventListener('message', (event) => heard.push(event.data));
    await inside('about:blank', () => {});
    await inside('srcdoc', (frame) => (frame.srcdoc = script));
    await inside('data', (frame) => (frame.src = `data:text/html,${encodeURIComponent(script)}`));
    await inside('javascript', (frame) => (frame.src = 'javascript:parent.postMessage(typeof tripkit, "*")'));
    await inside('blob', (frame) => {
      frame.src = URL.createObjectURL(new Blob([script], { type: 'text/html' }));
    });
    await inside('itself', (frame) => (frame.src = '/index.html'));
    await inside('sandboxed', (frame) => {
      frame.sandbox.add('allow-scripts');
      frame.srcdoc = script;
    });
    for (const kind of ['object', 'embed', 'webview', 'portal']) {
      const element = document.createElement(kind);
      try {
        element.setAttribute(kind === 'object' ? 'data' : 'src', '/index.html');
      } catch {
        // Trusted Types take it for a script in some versions of Chromium.
        continue;
      }
      document.body.append(element);
      frames[kind] = typeof Reflect.get(Reflect.get(element, 'contentWindow') ?? {}, 'tripkit');
      element.remove();
    }
    return { tries, unknown, answer: answer?.ok, frames, heard };
  });
  expect(found.tries).toEqual({
    invoke: 'undefined',
    send: 'undefined',
    on: 'undefined',
    ipcRenderer: 'undefined',
    require: 'undefined',
    'constructor.constructor': 'undefined',
    channels: [],
  });
  expect(found.unknown).toEqual([]);
  expect(found.answer).toBe(true);
  expect(Object.values(found.frames).filter((type) => type === 'object')).toEqual([]);
  expect(found.heard).toEqual([]);
  expect(logs()).not.toMatch(/failed unexpectedly/);
});

test('no path of the app’s own origin leads to another file', async () => {
  const { app, userData, given } = shared();
  const { page } = app;
  const { kit_id } = given;
  await writeFile(join(userData, 'planted.txt'), 'planted');
  const stranger = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';
  const paths = [
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '/%252e%252e%252fpackage.json',
    '/....//package.json',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/C:/Windows/win.ini',
    '/index.html%00.js',
    '/index.html::$DATA',
    '/preload/preload.cjs',
    '/../preload/preload.cjs',
    '/../main/main.js',
    `/documents/${stranger}`,
    `/documents/${kit_id}`,
    `/document/${kit_id}`,
    `/documents/${kit_id}/`,
    `/documents/${kit_id}.pdf`,
    `/documents/${kit_id}/../../user.sqlite`,
    `/documents/${kit_id}%2f..%2f..%2fplanted.txt`,
    `/documents/..%2fplanted.txt`,
    '/documents/',
    '/documents/user.sqlite',
    '/.env',
    '/%',
    '/%ff%fe',
  ];
  const answers = await page.evaluate(async (paths) => {
    const found: [string, number | string, string][] = [];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        try {
          const answer = await fetch(path, { method });
          found.push([`${method} ${path}`, answer.status, (await answer.text()).slice(0, 100)]);
        } catch (error) {
          found.push([`${method} ${path}`, 'refused', String(error)]);
        }
      }
    }
    return found;
  }, paths);
  const page_itself = answers.filter(([, status]) => status === 200).map(([path]) => path);
  expect(page_itself).toEqual([]);
  expect(answers.map(([, , text]) => text).join('\n')).not.toMatch(/planted|SQLite|"dependencies"|root:/);
});

test('no way of a page reaches the network', async () => {
  test.slow();
  const { app, given } = shared();
  const { page, host } = app;
  const { it } = given;
  const bait = await layBait();
  const entries = it.service.journal().length;
  try {
    const before = page.url();
    await page.evaluate(bait.everyWay);
    // Other names of this machine, and the servers that the app itself may speak to.
    const { api, control } = it.service.urls;
    for (const target of [
      `localhost:${bait.tcp}`,
      `[::1]:${bait.tcp}`,
      new URL(api).host,
      new URL(control).host,
    ])
      await page.evaluate(everyWay(() => target, { given_up_ms: 100 }));
    await page.evaluate(
      async ({ web, prints }) => {
        const element = (tag: string, attributes: Record<string, string>) => {
          const made = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
          document.head.append(made);
          return made;
        };
        element('base', { href: `${web}/` });
        element('meta', { 'http-equiv': 'refresh', content: `0;url=${web}/refresh` });
        element('a', { href: `${web}/download`, download: 'x' }).click();
        // In Electron the system's dialog opens, and the page waits for a person.
        if (prints) window.print();
        // WebRTC is under no policy of the page: neither connect-src nor the request filter sees it.
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      },
      { web: `http://127.0.0.1:${bait.tcp}`, prints: host === 'chromium' },
    );
    // Navigation last: where it worked, the page above would be gone.
    for (const target of [
      `http://127.0.0.1:${bait.tcp}/navigate`,
      `javascript:fetch('http://127.0.0.1:${bait.tcp}/javascript')`,
      'file:///etc/passwd',
      'data:text/html,<h1>mine',
      'chrome://version',
      'view-source:app://tripkit/index.html',
      '/documents/../index.js',
    ]) {
      await page.evaluate((url) => {
        try {
          location.assign(url);
        } catch {
          // Refused at once.
        }
      }, target);
    }
    expect(await page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    // A link of its own, to `#`, it may follow.
    expect(page.url().replace(/#$/, '')).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(bait.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
  } finally {
    bait.close();
  }
});
