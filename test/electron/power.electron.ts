/**
 * The desktop's services, by stand-ins on a bus of the test's own. Notifications are heard by a daemon: on Linux Electron shows them by
 * libnotify. Suspend and resume are told by logind: what waits goes on when the computer wakes up.
 */
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Trip } from '../../preload/contract.ts';
import type { Demo } from '../e2e/fixtures.ts';
import { allKits, ask, withService } from '../e2e/steps.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import type { Mock } from './desktop/bus.ts';
import { expect, test } from './desktop/fixtures.ts';
import { libraryWindow } from './library-window.ts';

test.skip(process.platform !== 'linux', 'A D-Bus of its own is what Linux has.');

const windowDoes = async (app: LaunchedApp, what: 'minimize' | 'isMinimized' | 'isFocused') =>
  (await libraryWindow(app)).evaluate((window, name) => window[name](), what);

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

test('a kit that is ready is told while the window is not in front, and a click opens it; a kit that waits for the service goes on at once when the computer wakes up', async ({
  launch,
  demo,
  folder,
  desktop: { bus },
}) => {
  test.slow();
  const daemon = await bus.mock({
    template: 'notification_daemon',
    parameters: { capabilities: 'body actions' },
  });
  const logind = await bus.mock({ template: 'logind' });
  const { it, app } = await withService(launch, demo);
  await notify(app, daemon);
  await wakeUp(app, it, logind, folder);

  const main = app.electron?.process();
  if (!main) throw new Error('This needs real Electron.');
  const ended = once(main, 'exit');
  main.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(app.logs()).not.toMatch(/ error /);
});

async function notify(app: LaunchedApp, daemon: Mock): Promise<void> {
  const { page } = app;
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
}

async function wakeUp(app: LaunchedApp, { service }: Demo, logind: Mock, folder: string): Promise<void> {
  // The wait that the service asks for is far longer than this test may take.
  service.faults([{ on: 'pdf', times: 1, do: { action: 'status', status: 503, retry_after: 600 } }]);
  const [id] = await ask(app.page, [{ origin: 'EHAM', destination: 'EGLL' }]);
  await service.until((entry) => entry.kind === 'request' && entry.status === 503);
  // Electron holds sleep back until it has told the app, and again for the next time.
  await expect.poll(() => logind.calls('Inhibit')).toHaveLength(1);
  // Chromium closes its connections when the computer falls asleep, Playwright's among them: the page is out of reach.
  await logind.emit('PrepareForSleep', ['b', 'true']);
  await logind.emit('PrepareForSleep', ['b', 'false']);
  await expect.poll(() => logind.calls('Inhibit')).toHaveLength(2);
  const document = join(folder, `user-data/documents/${id}.pdf`);
  await expect
    .poll(() =>
      access(document).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
}
