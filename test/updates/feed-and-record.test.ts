/** The feed is judged, notes become text, and what starts leave behind is remembered whole. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import { checkFeedInfo, feedOf, MAX_NOTES, mayAskForUpdates, plainNotes } from '../../main/updates/feed.ts';
import { isPrerelease } from '../../main/updates/update-policy.ts';
import {
  beginStart,
  readRecord,
  startNotices,
  type UpdateRecord,
  updateFile,
} from '../../main/updates/update-record.ts';
import { freshFolder } from '../fresh-folder.ts';

const FEED = new URL('https://updates.example.com/desktop/');
const info = (more: object) => ({ version: '1.3.0', files: [{ url: 'app.exe', sha512: 'abc=' }], ...more });

test.each([
  ['https://updates.example.com/', true],
  ['http://updates.example.com/', false],
  ['http://127.0.0.1:8080/', true],
  ['http://127.0.0.1.evil.example/', false],
  ['https://user:pass@updates.example.com/', false],
  ['file:///tmp/feed', false],
  ['', false],
])('%s may be asked for updates: %s', (url, may) => {
  expect(mayAskForUpdates(url)).toBe(may);
});

test('a build without a publisher’s name gets no updates on Windows, where nothing would be checked', () => {
  const config = { provider: 'generic', url: FEED.href };
  expect(feedOf(config, 'linux').href).toBe(FEED.href);
  expect(() => feedOf(config, 'win32')).toThrow(/does not say who signs/);
  expect(feedOf({ ...config, publisherName: ['Demo Air'] }, 'win32').href).toBe(FEED.href);
  expect(() => feedOf({ ...config, url: 'http://updates.example.com/' }, 'darwin')).toThrow(/not on https/);
  for (const broken of [null, {}, { provider: 'github' }, 'text']) {
    expect(() => feedOf(broken, 'linux')).toThrow(/not available in this build/);
  }
});

test.each([
  ['a file elsewhere', info({ files: [{ url: 'https://evil.example/app.exe', sha512: 'a' }] })],
  ['a file without TLS', info({ files: [{ url: 'http://updates.example.com/app.exe', sha512: 'a' }] })],
  ['the old form of a file elsewhere', info({ path: '//evil.example/app.exe' })],
  ['a package elsewhere', info({ packages: { x64: { path: 'https://evil.example/a.7z' } } })],
  ['no sum', info({ files: [{ url: 'app.exe' }] })],
  ['no file', info({ files: [] })],
  ['nothing', null],
])('a feed with %s is refused', (_what, given) => {
  expect(() => checkFeedInfo(given, FEED)).toThrow(
    expect.objectContaining({ kind: 'config', condition: 'update_refused' }),
  );
});

test('a sound feed is taken', () => {
  checkFeedInfo(info({ path: 'app.exe', stagingPercentage: 10 }), FEED);
  expect([isPrerelease('1.3.0'), isPrerelease('1.3.0-beta.1'), isPrerelease('1.3.0+build')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('notes become text: no tags, no links, nothing unseen', () => {
  const html =
    '<h2>New</h2><ul><li>Search &amp; find</li></ul><script>alert(1)</script><img src=x onerror=a>';
  expect(plainNotes(html)).toBe('New\n• Search & find');
  expect(plainNotes('## New\n- **Bold** [guide](https://x.example)\u202e')).toBe('New\n• Bold guide');
  expect(plainNotes([{ version: '1.3.0', note: 'A' }, { note: 'B' }])).toBe('1.3.0\nA\n\nB');
  expect([plainNotes(null), plainNotes('  '), plainNotes(7)]).toEqual([null, null, null]);
});

test('notes are bounded and hold no control characters, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 2_000 }), (points) => {
      const text = plainNotes(String.fromCodePoint(...points)) ?? '';
      expect(text.length).toBeLessThanOrEqual(MAX_NOTES);
      expect(text).not.toMatch(/[^\P{C}\n]/u);
    }),
  );
  expect(plainNotes('x'.repeat(99_999))).toHaveLength(MAX_NOTES);
  expect(plainNotes('a \t\nb \n \n')).toBe('a\nb');
});

const NOW = Date.UTC(2026, 10, 21, 9);

test('a new version remembers what ran before it and its notes; the page tells of it, at a calm moment', () => {
  const first = beginStart(null, '1.2.0', NOW);
  expect(startNotices(first.record, first.findings)).toEqual([]);
  const installing: UpdateRecord = {
    ...first.record,
    unfinished_starts: 0,
    going_to: { version: '1.3.0', notes: '• Search' },
  };
  const next = beginStart(installing, '1.3.0', NOW + 1);
  expect(next.record).toMatchObject({
    running: '1.3.0',
    came: { from: '1.2.0', at: NOW + 1, notes: '• Search' },
    going_to: null,
  });
  expect(startNotices(next.record, next.findings)).toEqual([]);
  const again = beginStart({ ...next.record, unfinished_starts: 0 }, '1.3.0', NOW + 2);
  expect(startNotices(again.record, again.findings)).toEqual([]);
  expect(again.record.came?.from).toBe('1.2.0');
});

test('two starts that got nowhere are told at the third, with the version to go back to', () => {
  let record = beginStart(
    { ...beginStart(null, '1.2.0', NOW).record, unfinished_starts: 0 },
    '1.3.0',
    NOW,
  ).record;
  const second = beginStart(record, '1.3.0', NOW);
  expect(startNotices(second.record, second.findings)).toEqual([]);
  record = second.record;
  const third = beginStart(record, '1.3.0', NOW);
  const [told] = startNotices(third.record, third.findings);
  expect(told).toMatchObject({ id: 'update-start', severity: 'warning' });
  expect(told?.message).toContain('2 times');
  expect(told?.message).toContain('1.2.0');
});

test('an installation that did not happen is told', () => {
  const before = { ...beginStart(null, '1.2.0', NOW).record, going_to: { version: '1.3.0', notes: null } };
  const { record, findings } = beginStart({ ...before, unfinished_starts: 0 }, '1.2.0', NOW);
  expect(startNotices(record, findings)[0]?.message).toMatch(
    /1\.3\.0 could not be installed; version 1\.2\.0/,
  );
  expect(record.going_to).toBeNull();
});

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

test('the record is written whole, and a damaged one starts over with a line in the log', async () => {
  const path = join(folder, 'update-state.json');
  const log = { ...silentLog, warn: vi.fn() };
  const file = updateFile(path, log);
  expect(file.read()).toBeNull();
  expect(log.warn).not.toHaveBeenCalled();
  const { record } = beginStart(null, '1.2.0', NOW);
  file.write(record);
  expect(file.read()).toEqual(record);
  expect(await readdir(folder)).toEqual(['update-state.json']);
  await writeFile(path, '{"form":1,"runn');
  expect(file.read()).toBeNull();
  expect(log.warn).toHaveBeenCalledOnce();
  expect(readRecord('{"form":2}')).toBeNull();
});

test('a place that can’t be written costs the memory only', async () => {
  await mkdir(join(folder, 'update-state.json'));
  const log = { ...silentLog, warn: vi.fn() };
  const file = updateFile(join(folder, 'update-state.json'), log);
  file.write(beginStart(null, '1.2.0', NOW).record);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(await readdir(folder)).toEqual(['update-state.json']);
});
