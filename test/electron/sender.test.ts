import { expect, test } from 'vitest';
import { ForeignSenderError, requireAppSender } from '../../main/electron/handle.ts';
import type { AppPage } from '../../main/host/app-origin.ts';

const pages: [AppPage, string][] = [
  ['library', 'app://tripkit/index.html'],
  ['setup', 'app://setup/index.html'],
  ['documents', 'app://documents-7/index.html'],
];

test.each(pages)('lets the top frame of the page “%s” through, for its own contract alone', (page, url) => {
  for (const [contract] of pages) {
    const call = () => requireAppSender({ url, parent: null }, contract);
    if (contract === page) expect(call).not.toThrow();
    else expect(call).toThrow(ForeignSenderError);
  }
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
  for (const [page] of pages) expect(() => requireAppSender(frame, page)).toThrow(ForeignSenderError);
});
