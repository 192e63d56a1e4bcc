/**
 * Kits are documents from outside, so the page's process needs its sandbox. Electron's AppImage adds `--no-sandbox`
 * automatically if the kernel refuses user namespaces to unprivileged programs (app-builder-lib, AppRun).
 */

/** Set to `allow` by people who know the consequences, for example in a container that is a sandbox itself. */
const ALLOWANCE = 'TRIPKIT_NO_SANDBOX';
/** The same for a debugger of the page. */
const DEBUGGING_ALLOWANCE = 'TRIPKIT_DEBUGGING';

/** Chromium's switches, and Electron's variable, that remove the page's sandbox or sandbox the main process. */
const UNSAFE = [
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'single-process',
  'in-process-gpu',
];
const UNSAFE_VARIABLE = 'ELECTRON_DISABLE_SANDBOX';
/** Switches that give other programs of this computer control of the page, its processes or its connections. */
const STEERED = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'disable-web-security',
  'disable-site-isolation-trials',
  'load-extension',
  'renderer-cmd-prefix',
  'gpu-launcher',
  'utility-cmd-prefix',
  'host-resolver-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ssl-key-log-file',
  'log-net-log',
  'js-flags',
  'no-zygote',
];
/** Chromium writes the keys of connections into this file. */
const STEERED_VARIABLE = 'SSLKEYLOGFILE';

/**
 * Why the app must not open a window, as a sentence; null if it may.
 *
 * @param hasSwitch whether Chromium got this switch, in any spelling of the system (Electron docs, "CommandLine")
 */
export function missingSandbox(
  hasSwitch: (name: string) => boolean,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const unsafe = UNSAFE.some((name) => hasSwitch(name)) || env[UNSAFE_VARIABLE] !== undefined;
  if (unsafe && env[ALLOWANCE] !== 'allow') {
    return (
      'It was started without the sandbox that keeps a harmful document away from this computer. ' +
      'If nobody asked for that, this system refuses the sandbox to an AppImage: install the deb or rpm package instead, ' +
      'or ask your administrator to allow it (administrator guide, “Install silently”, Linux). Your kits are safe.'
    );
  }
  const steered = STEERED.some((name) => hasSwitch(name)) || env[STEERED_VARIABLE] !== undefined;
  if (!steered || env[DEBUGGING_ALLOWANCE] === 'allow') return null;
  return (
    'It was started so that another program could read or steer it. ' +
    'If nobody asked for that, tell your administrator; start the app from its own icon. Your kits are safe.'
  );
}
