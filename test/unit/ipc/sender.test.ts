import { expect, test } from 'vitest';
import { ForeignSenderError, requireAppSender } from '../../../main/ipc/sender.ts';

test('lets the top frame of the app’s own page through', () => {
  expect(() => requireAppSender({ url: 'app://tripkit/index.html', parent: null })).not.toThrow();
});

test.each([
  ['no frame', null],
  ['an undefined frame', undefined],
  ['an empty URL', { url: '', parent: null }],
  ['a blank page', { url: 'about:blank', parent: null }],
  ['another scheme', { url: 'https://tripkit/index.html', parent: null }],
  ['another host', { url: 'app://tripkit.evil/index.html', parent: null }],
  ['a host that begins alike', { url: 'app://tripkit-evil/', parent: null }],
  ['a port', { url: 'app://tripkit:1/', parent: null }],
  ['a user', { url: 'app://tripkit@evil/', parent: null }],
  ['a user before the host', { url: 'app://evil@tripkit/', parent: null }],
  ['no host', { url: 'app:tripkit/', parent: null }],
  ['a data URL', { url: 'data:text/html,app://tripkit/', parent: null }],
  ['a blob', { url: 'blob:app://tripkit/1', parent: null }],
  ['what is no URL', { url: 'app//tripkit', parent: null }],
  ['a frame within the page', { url: 'app://tripkit/', parent: { url: 'app://tripkit/', parent: null } }],
])('refuses %s', (_name, frame) => {
  expect(() => requireAppSender(frame)).toThrow(ForeignSenderError);
});
