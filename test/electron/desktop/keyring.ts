/** A keychain of a test's own: GNOME's, on the test's bus, with its files in a folder of the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bus, until } from './bus.ts';

const NAME = 'org.freedesktop.secrets';

/** A keychain that runs. */
export interface Keyring {
  /** Ends its program, as a crash does. */
  kill(): Promise<void>;
}

/**
 * Starts it, and resolves when it answers.
 *
 * @param folder keeps its files: absolute, of this test alone
 * @param password opens it, and makes it where it is new; null leaves it locked
 */
export async function startKeyring(bus: Bus, folder: string, password: string | null): Promise<Keyring> {
  const control = join(folder, 'keyring-control');
  await mkdir(control, { recursive: true, mode: 0o700 });
  const child = spawn(
    'gnome-keyring-daemon',
    [
      ...['--foreground', '--components=secrets', '--control-directory', control],
      ...(password === null ? [] : ['--unlock']),
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus.address, XDG_DATA_HOME: folder },
    },
  );
  child.stdin.end(password ?? '');
  await until(`${NAME} on the bus`, () => bus.has(NAME));
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
