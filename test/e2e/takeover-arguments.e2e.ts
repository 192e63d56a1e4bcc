/**
 * A script that has taken a page over calls the main process with arguments that somebody thought of: it gets documented errors; no
 * secret and no file. takeover-calls.e2e.ts has those that are made from the contract.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, errorKind } from '../../preload/contract.ts';
import { patient } from '../patience.ts';
import { leaksIn, secretsOf } from './find-secrets.ts';
import { expect, test } from './fixtures.ts';
import { something } from './takeover-steps.ts';

test('every call with hostile arguments answers with a documented error', async ({ launch, demo }) => {
  test.slow();
  const it = await demo();
  const app = await launch();
  const { page, logs } = app;
  const { profile_id, kit_id } = await something(app, it);
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
        () => `${kit_id}/../user.sqlite`,
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
      const waits = new Set(['app.saveDiagnostics']);
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
  const { profile_id, kit_id } = await something(app, it);
  const taken = () =>
    page.evaluate(async (id) => {
      const answer = await window.tripkit?.reading.prepared(id);
      return answer?.ok ? answer.value.state : null;
    }, kit_id);
  await expect.poll(taken, { timeout: patient(60_000) }).toBe('ready');
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
      const picture = { page: 1, webp: new Uint8Array(200).fill(65) };
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
          { ...batch, made: [{ page: 2, webp: new Uint8Array(30_000) }] },
        ],
        [
          'reading.storeStoredThumbnails',
          kit_id,
          { ...batch, made: [{ page: 1, webp: new Uint8Array(300_000) }] },
        ],
        ['reading.storeStoredThumbnails', kit_id, { ...batch, made: [{ page: 1, webp: 'AAAA' }] }],
        ['search.pages', 'ILS', 0, null],
        ['search.pages', 'ILS', 1e9, null],
        ['search.pages', 'x'.repeat(501), 10, null],
        ['search.pages', 'ILS', 10, 'no kit'],
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
        ['audit.exportRecord', { from: null, to: null, by: null, text: null, kit_id: null }, 'exe'],
        ['audit.exportRecord', { from: 'yesterday' }, 'csv'],
        ['audit.record', { from: null, to: null, by: null, text: 'x'.repeat(201), kit_id: null }, 0],
        ['audit.record', { from: null, to: null, by: null, text: null, kit_id: null }, -1],
        ['audit.export', [`${kit_id}/../x`], 'csv'],
        ['batch.check', nobody, [trip]],
        ['batch.check', profile_id, []],
        ['batch.check', profile_id, Array.from({ length: 1001 }, () => trip)],
        ['batch.save', [['x'.repeat(12_001)]]],
        ['batch.save', [Array.from({ length: 41 }, () => '')]],
        ['batch.save', Array.from({ length: 20_002 }, () => [''])],
        ['kits.plan', profile_id, [trip], 1],
        ['kits.plan', profile_id, [{ ...trip, departure: '2001-01-01T00:00:00Z' }], 1],
        ['kits.plan', profile_id, [{ ...trip, departure: soon, origin: 'EH' }], 1],
        ['kits.plan', profile_id, [{ ...trip, departure: soon }], -1],
        ['kits.plan', profile_id, [{ ...trip, departure: soon }], 1e6],
        ['kits.plan', nobody, [{ ...trip, departure: soon }], 1],
        ['documents.check', nobody],
        ['documents.open', nobody],
        ['documents.shown', [kit_id, kit_id, kit_id]],
        ['documents.shown', ['../user.sqlite']],
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
        const answer = await bridge.search?.pages?.(query, 200, null);
        if (!answer?.ok)
          wrong.push(`search.pages ${JSON.stringify(query).slice(0, 60)}: ${JSON.stringify(answer)}`);
      }
      // Odd files of the app's own origin.
      const paths = [
        '/thumbnails/..%2f..%2fuser.sqlite',
        `/thumbnails/${nobody}/1`,
        `/thumbnails/${kit_id}/1%00`,
        `/thumbnails/${kit_id}/..%2f1`,
        `/thumbnails/${kit_id}/99999`,
        `/thumbnails/${kit_id}/1-99999`,
        `/thumbnails/${nobody}/1-64`,
        '/thumbnails/',
        `/documents/${nobody}`,
        `/documents/..%2fuser.sqlite`,
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
      const { sha256 = '' } = kits[0]?.document ?? {};
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
    async (id) => [await window.tripkit?.documents.check(id), await window.tripkit?.marks.list(id)],
    kit_id,
  );
  expect(left).toMatchObject([
    { ok: true, value: { soundness: { state: 'verified' } } },
    { ok: true, value: [{ id: outcome.mark_id }] },
  ]);
});

test('a page of set-up that was taken over adds no server without its person, and spends no certificate on another one', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  const app = await launch();
  const { scriptDialog } = app;
  const { profile_id } = await something(app, it);
  await app.page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  const page = await app.setupPage();
  const profile = JSON.parse(await readFile(it.profile, 'utf8')) as Record<string, unknown>;
  const attack = (name: string) => JSON.stringify({ ...profile, name, base_url: 'https://attacker.example' });
  // The person sees the question and says no.
  await scriptDialog(null);
  const refused = await page.evaluate(async (text) => {
    const taken = await window.tripkitSetup?.profiles.offer('p.json', text);
    const list = await window.tripkitSetup?.profiles.list();
    return { taken, hosts: list?.ok ? list.value.map(({ api_host }) => api_host) : [] };
  }, attack('Refused'));
  expect(refused.taken).toEqual({ ok: true, value: null });
  expect(refused.hosts).toEqual([new URL(it.service.profile.base_url).hostname]);
  // Even a profile that they were talked into gets no certificate that they handed over for another one.
  const spent = await page.evaluate(
    async ({ text, profile_id, p12, passphrase }) => {
      const bridge = window.tripkitSetup;
      const taken = await bridge?.profiles.offer('p.json', text);
      const mine = taken?.ok ? (taken.value?.id ?? '') : '';
      const file = await bridge?.identity.offer(profile_id, 'id.p12', new Uint8Array(p12));
      const handle = file?.ok ? file.value.handle : '';
      return bridge?.identity.import({ profile_id: mine, handle, passphrase, store: true });
    },
    {
      text: attack('Talked into'),
      profile_id,
      p12: [...(await readFile(it.identity))],
      passphrase: it.passphrase,
    },
  );
  expect(spent).toMatchObject({ ok: false, error: { kind: 'identity' } });
});
