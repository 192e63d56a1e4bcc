/**
 * A script that has taken the renderer over: it runs in the page with everything a page can do, and tries every way out.
 * It gets documented errors; no secret, no file, no network.
 */
import { createSocket } from 'node:dgram';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { calls, errorKind, type Kit, type TripKitBridge } from '../../preload/contract.ts';
import { OPENED_FILE } from '../runtime/in-session.ts';
import { inSession } from '../runtime/session.ts';
import { leaksIn, secretsOf } from './find-secrets.ts';
import { type Demo, expect, test } from './fixtures.ts';

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
  }
}

/** Everything on this machine that a page could reach: whoever connects or sends anything is counted. */
async function surroundings() {
  const came: string[] = [];
  const tcp = createTcpServer((socket) => {
    came.push('tcp');
    socket.on('error', () => {});
    socket.once('data', (data) => came.push(data.toString('latin1').split('\r\n')[0] ?? ''));
    socket.setTimeout(5_000, () => socket.destroy());
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const udp = createSocket('udp4');
  udp.on('message', () => came.push('udp'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  return {
    tcp: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
    came,
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}

/** An identity and a kit are there, so that there is something to steal. */
async function something(page: Page, it: Demo): Promise<{ profile_id: string; kit_id: string }> {
  const p12 = [...(await readFile(it.identity))];
  const profile = await readFile(it.profile, 'utf8');
  const ids = await page.evaluate(
    async ({ p12, profile, passphrase }) => {
      const bridge = window.tripkit;
      const taken = await bridge?.profiles.offer('profile.json', profile);
      const file = await bridge?.identity.offer('identity.p12', new Uint8Array(p12));
      if (!taken?.ok || !file?.ok) throw new Error('The set-up failed.');
      const profile_id = taken.value.id;
      await bridge?.identity.import({ profile_id, handle: file.value.handle, passphrase, store: true });
      const kits = await bridge?.kits.request(profile_id, [{ origin: 'KDEN', destination: 'KLAX' }]);
      if (!kits?.ok) throw new Error('The request failed.');
      return { profile_id, kit_id: kits.value[0]?.id ?? '' };
    },
    { p12, profile, passphrase: it.passphrase },
  );
  const state = () =>
    page.evaluate(async () => {
      const kits = await window.tripkit?.kits.listText();
      return kits?.ok ? (JSON.parse(kits.value) as Kit[])[0]?.state : undefined;
    });
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  return ids;
}

test('every call with hostile arguments answers with a documented error', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const { page, logs } = await launch();
  const { profile_id, kit_id } = await something(page, it);
  const names = Object.entries(calls).flatMap(([domain, parts]) =>
    Object.entries(parts).map(([name, { args }]) => [domain, name, arityOf(args)] as const),
  );
  const outcome = await page.evaluate(
    async ({ names, profile_id, kit_id }) => {
      // A small generator with a fixed seed: the same hostile values at each run.
      let seed = 20261121;
      const next = (below: number) => {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        return seed % below;
      };
      const circle: Record<string, unknown> = { id: 1 };
      circle.self = circle;
      const sparse = new Array(100);
      sparse[99] = 1;
      const made: (() => unknown)[] = [
        () => null,
        () => undefined,
        () => next(2) === 0,
        () => next(1_000_000) - 500_000,
        () => Number.NaN,
        () => Number.POSITIVE_INFINITY,
        () => -0,
        () => 2n ** 70n,
        () => '',
        () => 'x'.repeat(10 ** (1 + next(5))),
        () => '../../../../etc/passwd',
        () => '..\\..\\windows\\system32\\config',
        () => `${kit_id}\0.pdf`,
        () => `${kit_id}/../library.sqlite`,
        () => "'; DROP TABLE kits; --",
        () => '__proto__',
        () => 'constructor',
        () => '\ud800\udfff\u202e\u0000',
        () => 'file:///etc/passwd',
        () => 'javascript:alert(1)',
        () => 'https://evil.example/?steal=1',
        () => '00000000-0000-4000-8000-000000000000',
        () => [],
        () => sparse,
        () => circle,
        () => ({}),
        () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
        () => JSON.parse('{"toString":"x","valueOf":1,"then":"y","toJSON":2}'),
        () => new Date(Number.NaN),
        () => new Map([[{}, circle]]),
        () => new Set([1]),
        () => /(a+)+$/,
        () => new Error('mine'),
        () => new ArrayBuffer(64),
        () => new Uint8Array(next(8) === 0 ? 2 * 1024 * 1024 : 100),
        () => Array.from({ length: 2000 }, () => ({ origin: 'EHAM', destination: 'KJFK' })),
        () => ({ origin: { toString: () => 'EHAM' }, destination: 'KJFK' }),
        () => ({ origin: 'EHAM', destination: 'KJFK', departure: `2026${'0'.repeat(90)}` }),
        () => ({ profile_id, handle: kit_id, passphrase: 'p'.repeat(5000), store: true }),
        () => ({ profile_id, handle: kit_id, passphrase: 'p', store: true }),
        () => ({ theme: 'pink', keep_days_after_departure: 1e9 }),
        () => ({
          preset: '__proto__',
          name: '',
          company_code: '',
          company_name: '',
          client_id: '',
          authority_handle: kit_id,
        }),
      ];
      const any = () => made[next(made.length)]?.();
      // What waits for a person, or does what a person may do anyway, is not called with good arguments here.
      const waits = new Set([
        'profiles.choose',
        'profiles.chooseAuthority',
        'identity.choose',
        'app.saveDiagnostics',
      ]);
      const wrong: string[] = [];
      const kinds = new Set<string>();
      const texts: string[] = [];
      let refused = 0;
      const bridge = window.tripkit as unknown as Record<
        string,
        Record<string, (...args: unknown[]) => Promise<unknown>>
      >;
      for (const [domain, name, arity] of names) {
        const call = bridge[domain]?.[name];
        for (let round = 0; round < 10; round += 1) {
          const length = waits.has(`${domain}.${name}`) || arity === 0 ? 1 + next(3) : next(arity + 3);
          const args = Array.from({ length }, any);
          let answer: unknown;
          try {
            answer = await call?.(...args);
          } catch (error) {
            // What structured clone refuses never leaves the page.
            if (/cloned|context bridge|recursion/i.test(String(error))) refused += 1;
            else wrong.push(`${domain}.${name} threw ${String(error)}`);
            continue;
          }
          const text = JSON.stringify(answer);
          texts.push(text);
          const { ok, error } = answer as { ok: boolean; error?: { kind: string; message: string } };
          if (ok) continue;
          refused += 1;
          if (!error?.message) wrong.push(`${domain}.${name} answered ${text.slice(0, 200)}`);
          else kinds.add(error.kind);
        }
      }
      for (const [domain, name] of names) {
        // Getters and proxies run before the call, in the page; functions can't be sent.
        const getter = Object.defineProperty({}, 'profile_id', { enumerable: true, get: () => 'nobody' });
        // A whole window is much to copy: once is enough.
        const much = name === 'setPinned' ? [window, document.body] : [];
        for (const item of [getter, new Proxy({}, {}), () => 1, Symbol('s'), ...much]) {
          try {
            const answer = await bridge[domain]?.[name]?.(item, item, item, item);
            if ((answer as { ok: boolean }).ok) wrong.push(`${domain}.${name} took a strange thing`);
          } catch {
            // The bridge itself refused it.
          }
        }
      }
      const polluted = Reflect.get({}, 'polluted');
      return { wrong, kinds: [...kinds], refused, told: texts.join('\n'), polluted };
    },
    { names, profile_id, kit_id },
  );
  expect(outcome.wrong).toEqual([]);
  for (const kind of outcome.kinds) expect(errorKind.options).toContain(kind);
  expect(outcome.refused).toBeGreaterThan(200);
  expect(outcome.polluted).toBeUndefined();
  expect(leaksIn(outcome.told, 'the answers', secretsOf(it))).toEqual([]);
  expect(outcome.told).not.toMatch(/\/etc\/|root:|BEGIN [A-Z ]*PRIVATE KEY/);
  // Nothing unexpected happened inside either, and nothing was lost.
  expect(logs()).not.toMatch(/failed unexpectedly/);
  const left = await page.evaluate(async () => [
    await window.tripkit?.profiles.list(),
    await window.tripkit?.settings.get(),
  ]);
  expect(left).toMatchObject([{ ok: true }, { ok: true, value: { values: { theme: 'system' } } }]);
});

/** How many arguments a call takes. */
function arityOf(args: unknown): number {
  const { def } = args as { def: { items: unknown[] } };
  return def.items.length;
}

test('the newer calls with arguments that only look right: answered in words, nothing lost, nothing reached', async ({
  launch,
  demo,
  folder,
}) => {
  test.slow();
  const it = await demo();
  const app = await launch();
  const { page, logs, scriptDialog } = app;
  const { profile_id, kit_id } = await something(page, it);
  const taken = () =>
    page.evaluate(async (id) => {
      const answer = await window.tripkit?.reading.prepared(id);
      return answer?.ok ? answer.value.state : null;
    }, kit_id);
  await expect.poll(taken, { timeout: 60_000 }).toBe('ready');
  const before = await readdir(folder, { recursive: true });
  const outcome = await page.evaluate(
    async ({ profile_id, kit_id }) => {
      const bridge = window.tripkit as unknown as Record<
        string,
        Record<
          string,
          (...args: unknown[]) => Promise<{ ok: boolean; error?: { kind: string; message: string } }>
        >
      >;
      const nobody = '00000000-0000-4000-8000-000000000000';
      const script = '<img src=x onerror=alert(1)>\u202e\u0000';
      const place = { page: 1, down: 0, across: 0, zoom: 'page', layout: 'single', turn: 0, page_turns: [] };
      const jpeg = new Uint8Array(200).fill(65);
      const poster = { sha256: 'a'.repeat(64), width: 10, height: 10, jpeg };
      const picture = { page: 1, webp: jpeg };
      const batch = { sha256: 'a'.repeat(64), made: [picture] };
      const note = { kind: 'note', page: 1, x: 0.5, y: 0.5, text: script };
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const trip = { origin: 'EHAM', destination: 'EGLL' };
      const added = (await bridge.marks?.add?.(kit_id, note)) as unknown as { value: { id: string } };
      const mark_id = added.value.id;
      // Refused each time: well formed enough to get past a careless look.
      const refused: [string, ...unknown[]][] = [
        ['reading.prepared', nobody],
        ['reading.text', nobody],
        ['reading.place', nobody],
        ['reading.setPlace', nobody, place],
        ['reading.setPlace', kit_id, { ...place, page: 0.5 }],
        ['reading.setPlace', kit_id, { ...place, zoom: Number.MAX_VALUE }],
        ['reading.setPlace', kit_id, { ...place, more: 1 }],
        ['reading.storePoster', nobody, poster],
        ['reading.storePoster', kit_id, { ...poster, width: 1e9 }],
        ['reading.storePoster', kit_id, { ...poster, jpeg: new Uint8Array(2 * 1024 * 1024) }],
        ['reading.storePoster', kit_id, { ...poster, jpeg: 'AAAA' }],
        ['reading.storePoster', kit_id, { ...poster, sha256: '../../../../etc/passwd' }],
        ['reading.thumbnails', nobody],
        ['reading.storeStoredThumbnails', nobody, batch],
        ['reading.storeStoredThumbnails', kit_id, { ...batch, sha256: '../../../../etc/passwd' }],
        ['reading.storeStoredThumbnails', kit_id, { ...batch, made: [] }],
        [
          'reading.storeStoredThumbnails',
          kit_id,
          { ...batch, made: Array.from({ length: 17 }, () => picture) },
        ],
        ['reading.storeStoredThumbnails', kit_id, { ...batch, made: [{ page: 1e9, webp: null }] }],
        [
          'reading.storeStoredThumbnails',
          kit_id,
          { ...batch, made: [{ page: 1, webp: new Uint8Array(30_000) }] },
        ],
        ['reading.storeStoredThumbnails', kit_id, { ...batch, made: [{ page: 1, webp: 'AAAA' }] }],
        ['search.pages', 'ILS', 0],
        ['search.pages', 'ILS', 1e9],
        ['search.pages', 'x'.repeat(501), 10],
        ['marks.list', nobody],
        ['marks.add', nobody, note],
        ['marks.add', kit_id, { ...note, page: 1e308 }],
        ['marks.add', kit_id, { ...note, x: -1 }],
        ['marks.add', kit_id, { kind: 'ink', page: 1, colour: 'red', width: 0.01, strokes: [[0.1]] }],
        [
          'marks.add',
          kit_id,
          { kind: 'highlight', page: 1, colour: 'url(https://evil.example)', areas: [], text: '', note: '' },
        ],
        ['marks.change', kit_id, nobody, note],
        ['marks.change', nobody, mark_id, note],
        ['marks.change', kit_id, mark_id, { kind: 'pin', page: 1 }],
        ['marks.remove', nobody, mark_id],
        ['marks.bookmarks', nobody],
        ['marks.saveCopy', nobody],
        ['audit.of', nobody],
        ['audit.export', [], 'json'],
        ['audit.export', [kit_id], 'exe'],
        ['audit.export', [`${kit_id}/../x`], 'csv'],
        ['batch.check', nobody, [trip]],
        ['batch.check', profile_id, []],
        ['batch.check', profile_id, Array.from({ length: 1001 }, () => trip)],
        ['batch.save', [['x'.repeat(12_001)]]],
        ['batch.save', [Array.from({ length: 41 }, () => '')]],
        ['batch.save', Array.from({ length: 1002 }, () => [''])],
        ['orders.add', profile_id, [trip], 1],
        ['orders.add', profile_id, [{ ...trip, departure: '2001-01-01T00:00:00Z' }], 1],
        ['orders.add', profile_id, [{ ...trip, departure: soon, origin: 'EH' }], 1],
        ['orders.add', profile_id, [{ ...trip, departure: soon }], -1],
        ['orders.add', profile_id, [{ ...trip, departure: soon }], 1e6],
        ['orders.add', nobody, [{ ...trip, departure: soon }], 1],
        ['orders.remove', nobody],
        ['documents.check', nobody],
        ['documents.open', nobody],
        ['documents.shown', [kit_id, kit_id, kit_id]],
        ['documents.shown', ['../library.sqlite']],
        ['documents.saveCopy', nobody],
        ['kits.setPinned', nobody, true],
        ['kits.acknowledge', nobody],
        ['retention.preview', -1],
        ['retention.apply', 1e9],
        ['app.freeSpace', '/etc'],
        ['app.openExternal', 'file:///etc/passwd'],
      ];
      const wrong: string[] = [];
      const kinds = new Set<string>();
      const told: string[] = [];
      for (const [name, ...args] of refused) {
        const [domain = '', call = ''] = name.split('.');
        const answer = await bridge[domain]?.[call]?.(...args).catch((error: unknown) => ({
          ok: true,
          error: { kind: 'thrown', message: String(error) },
        }));
        told.push(JSON.stringify(answer));
        if (!answer || answer.ok)
          wrong.push(`${name} ${JSON.stringify(args)?.slice(0, 120)}: ${told.at(-1)?.slice(0, 200)}`);
        else if (!answer.error?.message) wrong.push(`${name} says nothing`);
        else kinds.add(answer.error.kind);
      }
      // Answered each time: the words of a person, however they look, are words.
      const queries = [
        '"',
        '*',
        '""*',
        'NEAR(',
        'a OR',
        'NOT',
        '(',
        'kit_id:x',
        '^',
        '-',
        "'; DROP TABLE kits; --",
        '\u0000',
        '\ud800',
        'ILS" OR "1',
        '{a b}',
        'x'.repeat(500),
        '? '.repeat(250),
      ];
      for (const query of queries) {
        const answer = await bridge.search?.pages?.(query, 200);
        if (!answer?.ok)
          wrong.push(`search.pages ${JSON.stringify(query).slice(0, 60)}: ${JSON.stringify(answer)}`);
      }
      // Odd files of the app's own origin.
      const paths = [
        '/posters/..%2f..%2flibrary.sqlite',
        `/posters/${kit_id}%00`,
        `/posters/${nobody}`,
        '/posters/',
        `/thumbnails/${nobody}/1`,
        `/thumbnails/${kit_id}/1%00`,
        `/thumbnails/${kit_id}/..%2f1`,
        `/thumbnails/${kit_id}/99999`,
        `/thumbnails/${kit_id}/1-99999`,
        `/thumbnails/${nobody}/1-64`,
        '/thumbnails/',
        `/documents/${nobody}`,
        `/documents/..%2flibrary.sqlite`,
      ];
      const served = await Promise.all(
        paths.map(async (path) =>
          fetch(path).then(
            ({ ok }) => `${path} ${ok}`,
            () => `${path} false`,
          ),
        ),
      );
      // A picture of a document that is not there, and garbage for the one that is, break no view.
      const listed = (await bridge.kits?.listText?.()) as unknown as { value: string };
      const kits: { document: { sha256: string } | null }[] = JSON.parse(listed.value);
      await bridge.reading?.storePoster?.(kit_id, poster);
      const { sha256 = '' } = kits[0]?.document ?? {};
      await bridge.reading?.storePoster?.(kit_id, { ...poster, sha256 });
      const pictures = [
        await bridge.reading?.storeStoredThumbnails?.(kit_id, batch),
        await bridge.reading?.storeStoredThumbnails?.(kit_id, { ...batch, sha256 }),
        await bridge.reading?.storeStoredThumbnails?.(kit_id, {
          sha256,
          made: [{ page: 19_999, webp: null }],
        }),
      ];
      return { wrong, kinds: [...kinds], told: told.join('\n'), served, mark_id, pictures };
    },
    { profile_id, kit_id },
  );
  expect(outcome.wrong).toEqual([]);
  expect(outcome.served.filter((line) => line.endsWith(' true'))).toEqual([]);
  expect(outcome.pictures).toMatchObject([{ ok: true, value: false }, { ok: false }, { ok: false }]);
  for (const kind of outcome.kinds) expect(errorKind.options).toContain(kind);
  expect(leaksIn(outcome.told, 'the answers', secretsOf(it))).toEqual([]);
  expect(outcome.told).not.toMatch(/\/etc\/|root:|SQLITE|at \/|\.sqlite/);
  expect(logs()).not.toMatch(/failed unexpectedly/);
  // A file is written where the person says, and only there; a formula in a cell is no formula for the spreadsheet.
  const table = join(folder, 'table.csv');
  await scriptDialog(table);
  await page.evaluate(() =>
    window.tripkit?.batch.save([['=HYPERLINK("https://evil.example")', '+1', '@x', 'plain']]),
  );
  expect(await readFile(table, 'utf8')).not.toMatch(/(^|,|\uFEFF)"?[=+@]/);
  const after = await readdir(folder, { recursive: true });
  const outside = after.filter((name) => !name.startsWith('user-data') && !before.includes(name));
  expect(outside).toEqual(['table.csv']);
  const left = await page.evaluate(
    async (id) => [
      await window.tripkit?.documents.check(id),
      await window.tripkit?.orders.list(),
      await window.tripkit?.marks.list(id),
    ],
    kit_id,
  );
  expect(left).toMatchObject([
    { ok: true, value: { ok: true } },
    { ok: true, value: [] },
    { ok: true, value: [{ id: outcome.mark_id }] },
  ]);
});

test('no other channel, no prototype and no frame is a way to the main process', async ({ launch }) => {
  const { page, logs } = await launch();
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
      prepare(frame);
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
      element.setAttribute(kind === 'object' ? 'data' : 'src', '/index.html');
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

test('no way of a page reaches the network', async ({ launch, demo }) => {
  const it = await demo();
  const { page, host } = await launch();
  await something(page, it);
  const around = await surroundings();
  const entries = it.service.journal().length;
  try {
    const before = page.url();
    await page.evaluate(
      async ({ tcp, udp, api, control, prints }) => {
        const web = `http://127.0.0.1:${tcp}`;
        const quiet = async (work: () => unknown) => {
          try {
            await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, 700))]);
          } catch {
            // Refused, as it should be. What counts is who came.
          }
        };
        const element = (tag: string, attributes: Record<string, string>) => () => {
          const made = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
          (tag === 'link' || tag === 'meta' || tag === 'script' || tag === 'base'
            ? document.head
            : document.body
          ).append(made);
          return new Promise((resolve) => {
            made.onload = resolve;
            made.onerror = resolve;
          });
        };
        for (const target of [
          web,
          api,
          control,
          web.replace('127.0.0.1', 'localhost'),
          web.replace('127.0.0.1', '[::1]'),
        ]) {
          await quiet(() => fetch(`${target}/fetch`));
          await quiet(() =>
            fetch(`${target}/opaque`, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }),
          );
          await quiet(() => {
            const request = new XMLHttpRequest();
            request.open('GET', `${target}/xhr`);
            request.send();
          });
          await quiet(() => navigator.sendBeacon(`${target}/beacon`, 'x'));
        }
        await quiet(() => new WebSocket(`ws://127.0.0.1:${tcp}/socket`));
        await quiet(() => new EventSource(`${web}/events`));
        await quiet(() => {
          const Transport = Reflect.get(window, 'WebTransport');
          return new Transport(`https://127.0.0.1:${udp}/transport`).ready;
        });
        await quiet(element('img', { src: `${web}/img` }));
        await quiet(element('img', { srcset: `${web}/srcset 1x` }));
        await quiet(element('video', { src: `${web}/video`, poster: `${web}/poster` }));
        await quiet(element('audio', { src: `${web}/audio`, autoplay: '' }));
        await quiet(element('script', { src: `${web}/script` }));
        await quiet(element('script', { src: `${web}/module`, type: 'module' }));
        await quiet(() => import(/* @vite-ignore */ `${web}/import.mjs`));
        for (const rel of [
          'stylesheet',
          'prefetch',
          'preload',
          'modulepreload',
          'preconnect',
          'dns-prefetch',
          'prerender',
          'icon',
          'manifest',
        ]) {
          await quiet(element('link', { rel, href: `${web}/${rel}`, as: 'script' }));
        }
        await quiet(element('iframe', { src: `${web}/iframe` }));
        await quiet(element('object', { data: `${web}/object` }));
        await quiet(element('embed', { src: `${web}/embed` }));
        await quiet(element('base', { href: `${web}/` }));
        await quiet(element('meta', { 'http-equiv': 'refresh', content: `0;url=${web}/refresh` }));
        await quiet(element('script', { type: 'speculationrules' }));
        await quiet(() => {
          const style = document.createElement('div');
          style.style.backgroundImage = `url(${web}/style)`;
          document.body.append(style);
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            `body { background: url(${web}/sheet) } @font-face { font-family: x; src: url(${web}/font) }`,
          );
          document.adoptedStyleSheets.push(sheet);
        });
        await quiet(() => new FontFace('y', `url(${web}/fontface)`).load());
        await quiet(() => {
          const form = document.createElement('form');
          form.action = `${web}/form`;
          form.method = 'post';
          document.body.append(form);
          form.submit();
        });
        await quiet(() => {
          const link = document.createElement('a');
          link.href = `${web}/ping`;
          link.setAttribute('ping', `${web}/ping2`);
          link.download = 'x';
          document.body.append(link);
          link.click();
        });
        const code = `fetch('${web}/worker'); try { importScripts('${web}/import-scripts') } catch {}`;
        await quiet(() => new Worker(URL.createObjectURL(new Blob([code]))));
        await quiet(() => new Worker(`data:text/javascript,${encodeURIComponent(code)}`));
        await quiet(() => new Worker(`${web}/worker.js`));
        await quiet(() => new SharedWorker(URL.createObjectURL(new Blob([code]))));
        await quiet(() => navigator.serviceWorker.register('/assets/sw.js'));
        await quiet(() => navigator.serviceWorker.register(`${web}/sw.js`));
        await quiet(() => window.open(`${web}/open`));
        await quiet(() => window.open(`${web}/blank`, '_blank', 'noopener'));
        // In Electron the system's dialog opens, and the page waits for a person.
        if (prints) await quiet(() => window.print());
        await quiet(() => {
          location.href = `javascript:fetch('${web}/javascript')`;
        });
        // A fresh realm has what the page's own may have lost.
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const fresh = frame.contentWindow as (Window & typeof globalThis) | null;
        await quiet(() => fresh?.fetch(`${web}/fresh`));
        await quiet(() => fresh && new fresh.WebSocket(`ws://127.0.0.1:${tcp}/fresh`));
        // WebRTC is under no policy of the page: neither connect-src nor the request filter sees it.
        for (const realm of [window, fresh]) {
          await quiet(async () => {
            const Peer = realm ? Reflect.get(realm, 'RTCPeerConnection') : undefined;
            if (!Peer) return;
            const peer = new Peer({
              iceServers: [
                { urls: `stun:127.0.0.1:${udp}` },
                { urls: `turn:127.0.0.1:${udp}`, username: 'a', credential: 'b' },
                { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, username: 'a', credential: 'b' },
              ],
            });
            peer.createDataChannel('out');
            await peer.setLocalDescription(await peer.createOffer());
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          });
          await new Promise((resolve) => setTimeout(resolve, 3_000));
        }
      },
      {
        tcp: around.tcp,
        udp: around.udp,
        api: it.service.urls.api,
        control: it.service.urls.control,
        prints: host === 'chromium',
      },
    );
    // Navigation last: where it worked, the page above would be gone.
    for (const target of [
      `http://127.0.0.1:${around.tcp}/navigate`,
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
    expect(page.url()).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(around.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
  } finally {
    around.close();
  }
});

test('no path of the app’s own origin leads to another file', async ({ launch, demo, folder }) => {
  const it = await demo();
  const { page } = await launch();
  const { kit_id } = await something(page, it);
  await mkdir(join(folder, 'user-data'), { recursive: true });
  await writeFile(join(folder, 'user-data', 'planted.txt'), 'planted');
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
    `/documents/${kit_id}/`,
    `/documents/${kit_id}.pdf`,
    `/documents/${kit_id}/../../library.sqlite`,
    `/documents/${kit_id}%2f..%2f..%2fplanted.txt`,
    `/documents/..%2fplanted.txt`,
    '/documents/',
    '/documents/library.sqlite',
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
  // The kit's own document is there, for reading only, whatever the Range.
  const own = await page.evaluate(async (id) => {
    const statuses: [string, number][] = [];
    for (const range of [
      'bytes=0-4',
      'bytes=-5',
      'bytes=5-',
      'bytes=9999999999-',
      'bytes=a-b',
      'bytes=0-1,3-4',
    ]) {
      statuses.push([range, (await fetch(`/documents/${id}`, { headers: { range } })).status]);
    }
    statuses.push(['POST', (await fetch(`/documents/${id}`, { method: 'POST', body: 'x' })).status]);
    return statuses;
  }, kit_id);
  for (const [, status] of own) expect([200, 206, 405, 416]).toContain(status);
  expect(Object.fromEntries(own).POST).toBe(405);
});

test('the system’s browser opens none but the app’s own help pages', async ({ launch }) => {
  const { page, logs, host } = await launch();
  const answers = await page.evaluate(async () => {
    const answers: [string, boolean | undefined][] = [];
    for (const url of [
      'https://evil.example/?stolen=1',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'tripkit://x',
      'mailto:a@b.c?body=stolen',
      'https://ourairports.com/data/?stolen=1',
      'https://ourairports.com.evil.example/data/',
      'https://ourairports.com/data/',
    ]) {
      answers.push([url, (await window.tripkit?.app.openExternal(url))?.ok]);
    }
    return answers;
  });
  const own = ['https://ourairports.com/data/'];
  expect(answers.filter(([, ok]) => ok !== false).map(([url]) => url)).toEqual(own);
  if (host === 'electron' && inSession()) {
    const opened = join(process.env.XDG_RUNTIME_DIR ?? '', OPENED_FILE);
    await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe(`${own.join('\n')}\n`);
  }
  expect(logs()).not.toContain('stolen');
});
