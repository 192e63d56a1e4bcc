/** Notifications, heard by a stand-in of the desktop's daemon. On Linux Electron shows them by libnotify. */
import type { Page } from '@playwright/test';
import type { Trip } from '../../preload/contract.ts';
import { allKits, ask, setUp } from '../e2e/steps.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { expect, test } from './desktop/fixtures.ts';

test.skip(process.platform !== 'linux', 'A D-Bus of its own is what Linux has.');

const windowDoes = ({ electron }: LaunchedApp, what: 'minimize' | 'isMinimized' | 'isFocused') =>
  electron?.evaluate(
    ({ BrowserWindow }, name) =>
      BrowserWindow.getAllWindows()
        .find((one) => one.getParentWindow() === null)
        ?.[name](),
    what,
  );

/** Minimizes the window; again where the desktop gave it the focus back meanwhile. */
async function minimize(app: LaunchedApp): Promise<void> {
  await expect(async () => {
    await windowDoes(app, 'minimize');
    await expect.poll(() => windowDoes(app, 'isMinimized'), { timeout: patient(2_000) }).toBe(true);
  }).toPass();
}

/** Asks for a kit, and resolves when it is on the laptop. */
async function ready(page: Page, trip: Trip): Promise<void> {
  const [id] = await ask(page, [trip]);
  await expect
    .poll(async () => (await allKits(page)).find((kit) => kit.id === id)?.state, { timeout: patient(30_000) })
    .toBe('ready');
}

test('a kit that is ready is told while the window is not in front; a click opens it', async ({
  launch,
  demo,
  desktop: { bus },
}) => {
  const daemon = await bus.mock({
    template: 'notification_daemon',
    parameters: { capabilities: 'body actions' },
  });
  const it = await demo();
  const app = await launch();
  const { page } = app;
  await setUp(app, it);

  await test.step('told once, in words that are no secret, and opened by a click', async () => {
    // Set-up gives the focus back when it closes: that comes after a minimizing that is too early, and undoes it.
    await expect.poll(() => windowDoes(app, 'isFocused')).toBe(true);
    await minimize(app);
    await ask(page, [{ origin: 'EHAM', destination: 'KJFK', flight: 'DMO605' }]);
    await expect.poll(() => daemon.calls('Notify')).toHaveLength(1);
    const [[name, , , title, body, actions] = []] = await daemon.calls('Notify');
    expect([name, title, body, actions]).toEqual([
      'Trip Kit Desktop',
      'EHAM to KJFK, DMO605 is on this laptop',
      'It can be read without a connection.',
      ['default', 'View'],
    ]);
    await daemon.emit('ActionInvoked', ['u', '1'], ['s', 'default']);
    await expect(page.getByRole('group', { name: /page 1 of /i })).toBeVisible();
    expect(await windowDoes(app, 'isMinimized')).toBe(false);
  });

  await test.step('while the window is in front nothing is told', async () => {
    await expect.poll(() => windowDoes(app, 'isFocused')).toBe(true);
    await ready(page, { origin: 'KDEN', destination: 'KLAX' });
    // What was to be told of the one before would have come by now.
    await ready(page, { origin: 'KSFO', destination: 'KSEA' });
    expect(await daemon.calls('Notify')).toHaveLength(1);
  });

  await test.step('a daemon that is gone costs nothing but its notifications', async () => {
    await daemon.end();
    await minimize(app);
    await ready(page, { origin: 'EDDF', destination: 'LSZH' });
    // Electron's own words.
    await expect.poll(() => app.logs()).toContain('notify_notification_show');
    expect(await allKits(page)).toHaveLength(4);
    expect(app.logs()).not.toMatch(/ error /);
  });
});
