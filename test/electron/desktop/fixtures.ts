/** A desktop of the test's own: its D-Bus, for the session and the system, and a keychain that is open. */
import { join } from 'node:path';
import { test as base } from '../../e2e/fixtures.ts';
import { type Bus, startBus } from './bus.ts';
import { type Keyring, startKeyring } from './keyring.ts';

export { expect } from '../../e2e/fixtures.ts';

const PASSWORD = 'a password';

interface Desktop {
  bus: Bus;
  /** Runs and is open at the beginning. */
  keyring: Keyring;
  /** Starts it again once it is killed: open, or locked where there is no password. */
  startKeyring(password?: string | null): Promise<Keyring>;
}

/** As the end-to-end tests', but the app is on this desktop. */
export const test = base.extend<{ desktop: Desktop }>({
  desktop: async ({ folder }, use) => {
    const bus = await startBus(folder);
    const keyrings: Keyring[] = [];
    const openKeyring = async (password: string | null = PASSWORD) => {
      const keyring = await startKeyring(bus, join(folder, 'keyring'), password);
      keyrings.push(keyring);
      return keyring;
    };
    const keyring = await openKeyring();
    await use({ bus, keyring, startKeyring: openKeyring });
    for (const each of keyrings) await each.kill();
    await bus.end();
  },
  // Named in this order: Chromium aborts where its bus goes away before it.
  launch: async ({ desktop: { bus }, launch }, use) => {
    await use(({ env, ...options } = {}) =>
      launch({
        ...options,
        env: { DBUS_SESSION_BUS_ADDRESS: bus.address, DBUS_SYSTEM_BUS_ADDRESS: bus.address, ...env },
      }),
    );
  },
});
