/** The tray: its icon and menu as a desktop shows them (StatusNotifierItem). */
import { once } from 'node:events';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { expect, test } from './desktop/fixtures.ts';
import { libraryWindow } from './library-window.ts';

test.skip(process.platform !== 'linux', 'A D-Bus of its own is what Linux has.');

const WATCHER = {
  name: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};
const MENU = ['/com/canonical/dbusmenu', 'com.canonical.dbusmenu'] as const;

/** Switches on that the app keeps running, and closes the window; resolves when it is hidden. */
async function closeWindow(app: LaunchedApp): Promise<void> {
  const setup = await app.setupPage();
  await setup.evaluate(() => window.tripkitSetup?.settings.set({ keep_running: true }));
  await (await libraryWindow(app)).evaluate((window) => window.close());
}

const visible = async (app: LaunchedApp) =>
  (await libraryWindow(app)).evaluate((window) => window.isVisible());

test('a click on the icon brings the window back, and its menu quits', async ({
  launch,
  desktop: { bus },
}) => {
  const watcher = await bus.mock(WATCHER);
  await watcher.addProperty('IsStatusNotifierHostRegistered', 'b', 'true');
  await watcher.addMethod('RegisterStatusNotifierItem', 's', '', '');
  const app = await launch();
  await closeWindow(app);
  await expect.poll(() => visible(app)).toBe(false);
  await expect.poll(() => watcher.calls('RegisterStatusNotifierItem')).toHaveLength(1);
  const [[item = ''] = []] = (await watcher.calls('RegisterStatusNotifierItem')) as string[][];

  await bus.ask(
    'call',
    item,
    '/StatusNotifierItem',
    'org.kde.StatusNotifierItem',
    'Activate',
    'ii',
    '0',
    '0',
  );
  await expect.poll(() => visible(app)).toBe(true);

  const layout = await bus.ask('call', '--', item, ...MENU, 'GetLayout', 'iias', '0', '-1', '0');
  const [, quit = ''] = /"data":\[(\d+),\{[^[\]]*"Quit"/.exec(layout) ?? [];
  const ended = app.electron && once(app.electron.process(), 'exit');
  await bus.ask('--expect-reply=no', 'call', item, ...MENU, 'Event', 'isvu', quit, 'clicked', 's', '', '0');
  expect(await ended).toEqual([0, null]);
  expect(app.logs()).not.toMatch(/ error /);
});
