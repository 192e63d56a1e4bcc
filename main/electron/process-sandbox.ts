/**
 * Kits are documents from outside, and the page's process needs its sandbox. Electron's AppImage adds `--no-sandbox` unasked
 * where the kernel refuses user namespaces to unprivileged programs (app-builder-lib, AppRun).
 */

/** Who knows what it means, for example in a container that is a sandbox itself, sets this to `allow`. */
export const ALLOWANCE = 'TRIPKIT_NO_SANDBOX';

/** Why the app must not open a window, as a sentence; null where it may. @param argv without the executable */
export function missingSandbox(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const off = argv.some((argument) => /^--(no-sandbox|disable-setuid-sandbox)(=|$)/.test(argument));
  if (!off || env[ALLOWANCE] === 'allow') return null;
  return (
    'It was started without the sandbox that keeps a harmful document away from this computer. ' +
    'If nobody asked for that, this system refuses the sandbox to an AppImage: install the deb or rpm package instead, ' +
    'or ask your administrator to allow it (administrator guide, “Install silently”, Linux). Your kits are safe.'
  );
}
