import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import {
  closeNetwork,
  type GuardedContents,
  type GuardedSession,
  guardContents,
  guardEverything,
  guardSession,
  mayLoad,
  mayNavigate,
  PDF_VIEWER,
} from '../../main/electron/session-guards.ts';

test.each([
  ['app://tripkit/index.html', true, true],
  ['app://tripkit/', true, true],
  ['app://tripkit/documents/1', true, false],
  ['app://tripkit/pdfjs/pdf.worker.min.mjs', true, false],
  ['app://setup/', true, false],
  ['app://documents-1/', true, false],
  ['app://documents-x/', false, false],
  ['blob:app://documents-1/1', true, false],
  ['app://evil/index.html', false, false],
  ['blob:app://tripkit/1', true, false],
  ['blob:https://evil.example/1', false, false],
  ['data:image/png;base64,AA', true, false],
  ['https://example.com/', false, false],
  ['http://127.0.0.1/', false, false],
  ['ws://example.com/', false, false],
  ['file:///etc/passwd', false, false],
  ['devtools://devtools/x', false, false],
  ['chrome-extension://x/', false, false],
  ['about:blank', false, false],
  ['javascript:alert(1)', false, false],
  ['', false, false],
])('%s: load %s, navigate %s', (url, load, navigate) => {
  expect([mayLoad(url), mayNavigate(url)]).toEqual([load, navigate]);
});

/** A session that remembers what it was told. */
function session() {
  const emitter = new EventEmitter();
  const parts = {
    on: emitter.on.bind(emitter),
    setPermissionRequestHandler: vi.fn<Session['setPermissionRequestHandler']>(),
    setPermissionCheckHandler: vi.fn<Session['setPermissionCheckHandler']>(),
    setDevicePermissionHandler: vi.fn<Session['setDevicePermissionHandler']>(),
    setSpellCheckerDictionaryDownloadURL: vi.fn<Session['setSpellCheckerDictionaryDownloadURL']>(),
    webRequest: { onBeforeRequest: vi.fn() },
  };
  return { parts, emitter, guarded: parts as unknown as GuardedSession };
}

describe('a session', () => {
  test('fetches no dictionary: where it would come from is no address of a network', () => {
    const { parts, guarded } = session();
    guardSession(guarded, false);
    expect(parts.setSpellCheckerDictionaryDownloadURL).toHaveBeenCalledWith('app://tripkit/');
  });

  test('grants nothing but full screen, and that to the app’s own page alone', () => {
    const { parts, guarded } = session();
    guardSession(guarded, false);
    const contents = {} as WebContents;
    const answer = vi.fn();
    parts.setPermissionRequestHandler.mock.calls[0]?.[0]?.(contents, 'geolocation', answer, {
      isMainFrame: true,
      requestingUrl: 'app://tripkit/',
    });
    expect(answer).toHaveBeenCalledWith(false);
    const fullscreen = (requestingUrl: string, isMainFrame: boolean) => {
      const told = vi.fn();
      const request = parts.setPermissionRequestHandler.mock.calls[0]?.[0];
      request?.(contents, 'fullscreen', told, { isMainFrame, requestingUrl });
      return told.mock.calls[0]?.[0];
    };
    expect(fullscreen('app://tripkit/index.html', true)).toBe(true);
    expect(fullscreen('app://tripkit/index.html', false)).toBe(false);
    expect(fullscreen('https://example.com/', true)).toBe(false);
    const check = parts.setPermissionCheckHandler.mock.calls[0]?.[0];
    expect(check?.(contents, 'media', 'app://tripkit', { isMainFrame: true, requestingUrl: '' })).toBe(false);
    const device = parts.setDevicePermissionHandler.mock.calls[0]?.[0];
    expect(device?.({ deviceType: 'hid', origin: 'app://tripkit', device: {} as never })).toBe(false);
  });

  test.each([
    ['app://tripkit/index.html', false, false],
    ['https://example.com/', false, true],
    ['devtools://devtools/x', false, true],
    ['devtools://devtools/x', true, false],
    ['https://example.com/', true, true],
  ])('request of %s with developer tools %s: cancelled %s', (url, devtools, cancel) => {
    const { parts, guarded } = session();
    guardSession(guarded, devtools);
    const answer = vi.fn();
    parts.webRequest.onBeforeRequest.mock.calls[0]?.[0]({ url }, answer);
    expect(answer).toHaveBeenCalledWith({ cancel });
  });

  test.each([
    ['app://documents-5/pdfjs/pdf.worker.min.mjs', 'script', 'app://documents-5', false],
    ['app://tripkit/thumbnails/x/1', 'image', 'app://tripkit', false],
    ['app://documents-5/', 'subFrame', 'app://tripkit', false],
    ['data:image/png;base64,AA', 'image', 'app://documents-5', false],
    ['blob:app://documents-5/1', 'image', 'app://documents-5', false],
    ['app://tripkit/index.html?window=2', 'xhr', 'app://documents-5', true],
    ['app://tripkit/thumbnails/x/1', 'image', 'app://documents-5', true],
    ['app://documents-6/document', 'xhr', 'app://documents-5', true],
    ['app://setup/', 'script', 'app://tripkit', true],
    ['app://tripkit/', 'xhr', 'null', true],
  ])('request of %s as %s by a frame of %s: cancelled %s', (url, resourceType, origin, cancel) => {
    const { parts, guarded } = session();
    guardSession(guarded, false);
    const answer = vi.fn();
    const frame = { origin, url: `${origin}/`, parent: null };
    parts.webRequest.onBeforeRequest.mock.calls[0]?.[0]({ url, resourceType, frame }, answer);
    expect(answer).toHaveBeenCalledWith({ cancel });
  });

  test.each([
    ['app://documents-5/assets/main.js', false, false],
    ['app://tripkit/index.html?window=2', false, true],
    ['app://setup/', false, true],
    ['app://tripkit/assets/main.js', true, false],
  ])(
    'request of %s by a frame whose page is not yet known (of a window: %s): cancelled %s',
    (url, top, cancel) => {
      const { parts, guarded } = session();
      guardSession(guarded, false);
      const answer = vi.fn();
      const frame = { origin: 'null', url: '', parent: top ? null : { url: 'app://tripkit/index.html' } };
      parts.webRequest.onBeforeRequest.mock.calls[0]?.[0]({ url, resourceType: 'script', frame }, answer);
      expect(answer).toHaveBeenCalledWith({ cancel });
    },
  );

  test('downloads nothing', () => {
    const { emitter, guarded } = session();
    guardSession(guarded, false);
    const preventDefault = vi.fn();
    emitter.emit('will-download', { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
  });
});

test('the pages’ session has one proxy, for everything, and it is nowhere', async () => {
  const setProxy = vi.fn(async () => {});
  await closeNetwork({ setProxy });
  expect(setProxy).toHaveBeenCalledWith({
    mode: 'fixed_servers',
    // An address, which nobody looks up, of the documentation's multicast group (RFC 6676).
    proxyRules: 'http://233.252.0.1:1',
    proxyBypassRules: '<-loopback>',
  });
});

describe('a page', () => {
  function page(shown = 'app://tripkit/index.html') {
    const emitter = new EventEmitter();
    const setWindowOpenHandler = vi.fn();
    const setWebRTCIPHandlingPolicy = vi.fn();
    const on = emitter.on.bind(emitter);
    guardContents({
      on,
      setWindowOpenHandler,
      setWebRTCIPHandlingPolicy,
      getURL: () => shown,
    } as unknown as GuardedContents);
    const prevented = (name: string, details: object) => {
      const preventDefault = vi.fn();
      emitter.emit(name, { ...details, preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    return { prevented, setWindowOpenHandler, setWebRTCIPHandlingPolicy };
  }

  test('has no UDP of its own', () => {
    expect(page().setWebRTCIPHandlingPolicy).toHaveBeenCalledWith('disable_non_proxied_udp');
  });

  test('opens no window', () => {
    expect(page().setWindowOpenHandler.mock.calls[0]?.[0]({ url: 'app://tripkit/' })).toEqual({
      action: 'deny',
    });
  });

  test('stays where it is', () => {
    const { prevented } = page();
    expect(prevented('will-navigate', { url: 'https://example.com/' })).toBe(true);
    expect(prevented('will-navigate', { url: 'app://tripkit/documents/1' })).toBe(true);
    expect(prevented('will-navigate', { url: 'app://tripkit/index.html' })).toBe(false);
    expect(prevented('will-frame-navigate', { url: 'app://tripkit/index.html', isMainFrame: false })).toBe(
      true,
    );
    expect(prevented('will-frame-navigate', { url: 'app://tripkit/index.html', isMainFrame: true })).toBe(
      false,
    );
    expect(prevented('will-redirect', { url: 'app://tripkit/index.html' })).toBe(true);
    expect(prevented('will-attach-webview', {})).toBe(true);
  });
});

test.each([
  // Shown, where to, top frame, allowed.
  ['app://tripkit/', 'app://documents-1/', false, true],
  ['app://tripkit/', 'app://documents-1/document/x', false, false],
  ['app://tripkit/', 'app://documents-1/', true, false],
  ['app://tripkit/', 'app://setup/', true, false],
  ['app://tripkit/', 'app://setup/', false, false],
  ['app://setup/', 'app://setup/', true, true],
  ['app://setup/', 'app://tripkit/', true, false],
  ['app://setup/', 'app://documents-1/', false, false],
  ['app://documents-1/', 'app://tripkit/', true, false],
  ['app://documents-1/', 'app://documents-2/', false, false],
  ['', 'app://tripkit/', true, false],
  // Chromium's PDF viewer, in the window that prints alone.
  ['app://print/1', `${PDF_VIEWER}index.html`, false, true],
  [`${PDF_VIEWER}index.html`, `${PDF_VIEWER}stream`, false, true],
  [`${PDF_VIEWER}index.html`, 'app://print/1', false, true],
  [`${PDF_VIEWER}index.html`, 'https://example.com/', false, false],
  ['app://print/1', `${PDF_VIEWER}index.html`, true, false],
  ['app://print/1', 'app://tripkit/', false, false],
  ['app://tripkit/', `${PDF_VIEWER}index.html`, false, false],
  ['app://tripkit/', 'app://print/1', false, false],
  ['app://documents-1/', `${PDF_VIEWER}index.html`, false, false],
  ['app://print.evil/1', `${PDF_VIEWER}index.html`, false, false],
])('from %s to %s (top frame: %s): %s', (shown, url, isMainFrame, allowed) => {
  const emitter = new EventEmitter();
  guardContents({
    on: emitter.on.bind(emitter),
    setWindowOpenHandler: vi.fn(),
    setWebRTCIPHandlingPolicy: vi.fn(),
    getURL: () => shown,
  } as unknown as GuardedContents);
  const preventDefault = vi.fn();
  emitter.emit('will-frame-navigate', { url, isMainFrame, preventDefault });
  expect(preventDefault.mock.calls.length === 0).toBe(allowed);
});

test('every session and page is guarded as it comes to be', () => {
  const app = new EventEmitter();
  const appendSwitch = vi.fn();
  guardEverything(Object.assign(app, { isPackaged: true, commandLine: { appendSwitch } }) as never);
  expect(appendSwitch).toHaveBeenCalledWith('blink-settings', 'dnsPrefetchingEnabled=false');
  const { parts, guarded } = session();
  app.emit('session-created', guarded);
  expect(parts.webRequest.onBeforeRequest).toHaveBeenCalled();
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
    setWebRTCIPHandlingPolicy: vi.fn(),
  });
  app.emit('web-contents-created', {}, contents);
  expect(contents.setWindowOpenHandler).toHaveBeenCalled();
});
