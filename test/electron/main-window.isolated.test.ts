/** The library's window is made before the rooms of the app are open, and shown when both are there. */
import type { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { APP_ORIGIN } from '../../main/host/app-origin.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const seen = vi.hoisted(() => ({ windows: [] as { did: string[] }[] }));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    readonly did: string[] = [];
    readonly webContents = Object.assign(new EventEmitter(), { id: seen.windows.length + 1 });
    #destroyed = false;
    constructor() {
      super();
      seen.windows.push(this);
    }
    isDestroyed = () => this.#destroyed;
    isMinimized = () => false;
    loadURL = async (url: string) => void this.did.push(`load ${url}`);
    setBackgroundColor = () => {};
    maximize = () => void this.did.push('maximize');
    show = () => void this.did.push('show');
    focus = () => void this.did.push('focus');
    destroy() {
      this.#destroyed = true;
      this.emit('closed');
    }
  }
  const display = { workArea: { x: 0, y: 0, width: 1280, height: 800 } };
  return {
    BrowserWindow,
    ipcMain: {},
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false }),
    screen: { getAllDisplays: () => [display], getPrimaryDisplay: () => display },
  };
});
const { MainWindow } = await import('../../main/electron/window.ts');

type Fake = EventEmitter & { did: string[]; webContents: EventEmitter };
const windows = () => seen.windows as unknown as Fake[];
const LOAD = `load ${APP_ORIGIN}/index.html`;

function mainWindow() {
  const bounds = { x: 0, y: 0, width: 900, height: 600, maximized: true };
  const settings = { window: bounds, rememberWindow: () => {}, state: () => ({}) as never };
  const main = new MainWindow({ preload: '/preload.cjs', settings, devtools: false, log: memoryLog() });
  const told: string[] = [];
  for (const event of ['opened', 'loaded', 'pageGone', 'closed'] as const)
    main.on(event, () => void told.push(event));
  return { main, told };
}

beforeEach(() => {
  seen.windows.length = 0;
});

test('a prepared window loads its page unseen, and is shown once it is opened and drawn, in either order', async () => {
  for (const order of ['drawn first', 'opened first']) {
    seen.windows.length = 0;
    const { main, told } = mainWindow();
    main.prepare();
    const [window] = windows();
    expect(window?.did).toEqual([LOAD]);
    if (order === 'drawn first') window?.emit('ready-to-show');
    else main.show();
    expect(window?.did).toEqual([LOAD]);
    if (order === 'drawn first') main.show();
    else window?.emit('ready-to-show');
    expect(window?.did).toEqual([LOAD, 'maximize', 'show']);
    await vi.waitFor(() => expect(told).toEqual(['opened', 'loaded']));
    main.show();
    expect(window?.did.slice(3)).toEqual(['show', 'focus']);
    expect(windows()).toHaveLength(1);
  }
});

test('without preparation the first showing makes the window; the next after it was closed another', async () => {
  const { main, told } = mainWindow();
  main.show();
  windows()[0]?.emit('ready-to-show');
  expect(windows()[0]?.did).toEqual([LOAD, 'maximize', 'show']);
  main.current?.destroy();
  expect(main.current).toBeNull();
  main.show();
  expect(windows()).toHaveLength(2);
  await vi.waitFor(() => expect(told).toEqual(['opened', 'closed', 'opened', 'loaded', 'loaded']));
});

test('a prepared page that is gone before anybody saw it is replaced in silence; a later one is told', async () => {
  const { main, told } = mainWindow();
  main.prepare();
  windows()[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  await vi.waitFor(() => expect(main.current).toBeNull());
  main.show();
  expect(windows()[1]?.did).toEqual([LOAD]);
  expect(told).toEqual(['opened']);
  windows()[1]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  await vi.waitFor(() => expect(told).toContain('pageGone'));
});
