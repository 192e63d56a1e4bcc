import { expect, test } from 'vitest';
import { missingSandbox } from '../../main/electron/process-sandbox.ts';

const started =
  (...switches: string[]) =>
  (name: string) =>
    switches.includes(name);

test.each(['no-sandbox', 'disable-setuid-sandbox', 'disable-gpu-sandbox', 'single-process'])(
  '--%s: no window, and a way out is told',
  (name) => {
    expect(missingSandbox(started('hidden', name), {})).toMatch(/deb or rpm/);
    expect(missingSandbox(started(name), { TRIPKIT_NO_SANDBOX: 'yes' })).not.toBeNull();
    expect(missingSandbox(started(name), { TRIPKIT_NO_SANDBOX: 'allow' })).toBeNull();
  },
);

// Electron reads the variable as set, whatever it says.
test.each(['1', '0', ''])('ELECTRON_DISABLE_SANDBOX=%s: no window', (value) => {
  expect(missingSandbox(started(), { ELECTRON_DISABLE_SANDBOX: value })).toMatch(/without the sandbox/);
});

test.each([
  ...['remote-debugging-port', 'remote-debugging-pipe', 'disable-web-security', 'load-extension'],
  ...[
    'renderer-cmd-prefix',
    'host-resolver-rules',
    'ignore-certificate-errors',
    'ssl-key-log-file',
    'js-flags',
  ],
])('--%s: no window', (name) => {
  expect(missingSandbox(started(name), { TRIPKIT_NO_SANDBOX: 'allow' })).toMatch(/another program/);
  expect(missingSandbox(started(name), { TRIPKIT_DEBUGGING: 'allow' })).toBeNull();
});

test('keys of connections are written nowhere', () => {
  expect(missingSandbox(started(), { SSLKEYLOGFILE: '/tmp/keys' })).toMatch(/another program/);
  expect(missingSandbox(started(), { SSLKEYLOGFILE: '/tmp/keys', TRIPKIT_DEBUGGING: 'allow' })).toBeNull();
});

test.each([[], ['no-sandbox-ish'], ['hidden'], ['enable-sandbox']])('%j: nothing of it', (...switches) => {
  expect(missingSandbox(started(...switches), {})).toBeNull();
});
