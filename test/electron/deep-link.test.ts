import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { claimLinks, hearLinks, isProfileFile, kitOfLink, linkAmong } from '../../main/electron/deep-link.ts';

const ID = '3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';

test.each([
  [`tripkit://kit/${ID}`, ID],
  [`TRIPKIT://KIT/${ID}/`, ID],
  ['tripkit://kit/TK-2026-1', 'TK-2026-1'],
  ['tripkit://kit/a%2Fb%20c', null],
  ['tripkit://kit/a%2Fb', 'a/b'],
  ['tripkit://kit/', null],
  ['tripkit://kit', null],
  ['tripkit://kit/a/b', null],
  ['tripkit://kit/a?open=1', null],
  ['tripkit://kit/a#b', null],
  ['tripkit://request/EHAM', null],
  ['tripkit:kit/a', null],
  ['tripkit://kit/%00', null],
  ['tripkit://kit/%E0%A4%A', null],
  ['tripkit://kit/%E2%80%AEevil', null],
  [' tripkit://kit/a', null],
  [`tripkit://kit/${'x'.repeat(1025)}`, null],
  ['https://kit/a', null],
])('%s names %s', (link, id) => {
  expect(kitOfLink(link)).toBe(id);
});

test('every id of the service comes through its link, and no text at all throws', () => {
  const printable = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => /^[^\p{C}\p{Z}]+$/u.test(text));
  fc.assert(
    fc.property(printable, (id) => {
      expect(kitOfLink(`tripkit://kit/${encodeURIComponent(id)}`)).toBe(id);
    }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((rest) => `tripkit://kit/${rest}`),
      ),
      (text) => {
        const id = kitOfLink(text);
        if (id !== null) expect(id).toMatch(/^[^\p{C}\p{Z}]+$/u);
      },
    ),
  );
});

test('the link is found among the arguments that Chromium adds', () => {
  expect(linkAmong(['app.exe', '--allow-file-access-from-files', 'tripkit://kit/a', '--x'], '/')).toBe(
    'tripkit://kit/a',
  );
  expect(linkAmong(['app.exe', '--user-data=tripkit:', 'x'], '/')).toBeNull();
});

test('links wait until they can be followed: of a start, of macOS, of a second start', () => {
  const app = new EventEmitter();
  const opened = vi.fn();
  const links = hearLinks(app as never, ['tripkit://kit/first']);
  const event = { preventDefault: vi.fn() };
  app.emit('open-url', event, 'tripkit://kit/early');
  expect(event.preventDefault).toHaveBeenCalled();
  links.follow(opened);
  expect(opened.mock.calls).toEqual([['tripkit://kit/early']]);
  links.take('tripkit://kit/later');
  app.emit('open-url', event, 'tripkit://kit/last');
  expect(opened.mock.calls.slice(1)).toEqual([['tripkit://kit/later'], ['tripkit://kit/last']]);
});

test('the scheme is claimed only where it is not ours', () => {
  const ours = { isDefaultProtocolClient: () => true, setAsDefaultProtocolClient: vi.fn(() => true) };
  expect(claimLinks(ours)).toBe(true);
  expect(ours.setAsDefaultProtocolClient).not.toHaveBeenCalled();
  const others = { isDefaultProtocolClient: () => false, setAsDefaultProtocolClient: vi.fn(() => false) };
  expect(claimLinks(others)).toBe(false);
  expect(others.setAsDefaultProtocolClient).toHaveBeenCalledWith('tripkit');
});

test('a service profile file that is opened from the system is heard as a link is', () => {
  for (const path of ['/home/a/klm.tripkit-profile', 'C:\\it\\KLM.tripkit-profile.json', 'x.TRIPKIT-PROFILE'])
    expect(isProfileFile(path), path).toBe(true);
  for (const path of [
    '/home/a/klm.json',
    '/home/a/.tripkit-profile',
    '--x=a.tripkit-profile',
    'a.tripkit-profile.exe',
    'tripkit:x/../../evil.tripkit-profile',
    'tripkit://kit/..\\evil.tripkit-profile',
    'FILE:///tmp/evil.tripkit-profile',
  ])
    expect(isProfileFile(path), path).toBe(false);
  const path = resolve('/tmp/klm.tripkit-profile');
  expect(linkAmong(['app', '--hidden', '/tmp/klm.tripkit-profile'], '/home')).toBe(path);
  expect(linkAmong(['app', 'klm.tripkit-profile'], '/tmp')).toBe(path);
  const app = new EventEmitter();
  const opened = vi.fn();
  const links = hearLinks(app as never, []);
  const event = { preventDefault: vi.fn() };
  links.follow(opened);
  app.emit('open-file', event, '/tmp/klm.tripkit-profile');
  app.emit('open-file', event, '/etc/passwd');
  expect(opened.mock.calls).toEqual([['/tmp/klm.tripkit-profile']]);
});
