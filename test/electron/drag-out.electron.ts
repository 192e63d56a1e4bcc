/** Kits that are dragged out of the window with a real mouse, onto another program's window. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test as base, expect } from '../e2e/fixtures.ts';
import { ask, setUpByBridge } from '../e2e/steps.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { xdotool } from './desktop/hands.ts';
import { makePdf, putDocument } from './library.ts';
import { unpackagedApp } from './programs.ts';

/** Copying it takes longer than a person's button is down. Bytes. */
const BALLAST = 64 * 1024 ** 2;
/** Beside the app's window, px on the display. */
const APP = { x: 0, y: 0, width: 860, height: 640 };
const TARGET = { x: 900, y: 100, width: 300, height: 300 };
const OVER_TARGET: Point = { x: 1050, y: 250 };

/** px on the display. */
interface Point {
  x: number;
  y: number;
}

interface DropTarget {
  /** Moves the mouse there with what it drags, and lets go once the window would take it; the paths of what it got. */
  drop(): Promise<string[]>;
}

const test = base.extend<{ target: DropTarget; place(app: LaunchedApp): Promise<void> }>({
  /** Another program's window. */
  target: async ({ folder }, use) => {
    const { file, args } = unpackagedApp();
    const { x, y, width, height } = TARGET;
    const child = spawn(
      file,
      [
        ...args.slice(0, -1),
        `--user-data-dir=${join(folder, 'drop-target')}`,
        join(import.meta.dirname, 'drop-target.mjs'),
        ...[x, y, width, height].map(String),
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const said: string[] = [];
    child.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => said.push(...text.split('\n').filter(Boolean)));
    try {
      await expect.poll(() => said).toContain('ready');
      await use({
        drop: async () => {
          said.length = 0;
          // The answer to the first move has gone back before the second comes.
          for (const by of [0, 5]) {
            await xdotool('mousemove', OVER_TARGET.x + by, OVER_TARGET.y);
            const before = said.length;
            await expect.poll(() => said.length).toBeGreaterThan(before);
          }
          await xdotool('mouseup', 1);
          await expect.poll(() => said.at(-1)).not.toBe('over');
          return JSON.parse(said.at(-1) ?? '[]');
        },
      });
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  },
  /** Puts the app's window beside the other one, and lets go of the button at the end. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  place: async ({}, use) => {
    await use(async ({ electron }) => {
      await electron?.evaluate(({ BrowserWindow }, bounds) => {
        const window = BrowserWindow.getAllWindows().find((one) => one.getParentWindow() === null);
        if (!window) return;
        window.setBounds(bounds);
        window.moveTop();
        const { webContents } = window;
        const startDrag = webContents.startDrag.bind(webContents);
        webContents.startDrag = (item) => {
          Reflect.set(globalThis, 'dragging', true);
          startDrag(item);
          Reflect.set(globalThis, 'dragging', false);
        };
      }, APP);
    });
    // Whatever became of the test: no button stays down for the next one.
    await xdotool('mouseup', 1);
  },
});
test.skip(process.platform !== 'linux', 'The mouse comes from X11.');

/** The middle of the row of the kit, on the display: of a window without zoom and scaling. */
async function rowOf(page: Page, name: RegExp): Promise<Point> {
  const row = page.getByRole('option', { name });
  await expect(row).toBeVisible();
  return row.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect();
    return {
      x: Math.round(window.screenX + x + 60),
      y: Math.round(window.screenY + (window.outerHeight - window.innerHeight) + y + height / 2),
    };
  });
}

/** Presses the button over the row, and moves as far as a drag needs. */
async function take({ x, y }: Point): Promise<void> {
  await xdotool('mousemove', x, y, 'mousedown', 1);
  for (const by of [4, 12, 30]) await xdotool('mousemove', x + by, y + by);
}

/** Resolves once the system drags. */
async function begun({ electron }: LaunchedApp): Promise<void> {
  await expect.poll(() => electron?.evaluate(() => Reflect.get(globalThis, 'dragging'))).toBe(true);
}

const alive = (page: Page) => page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok));
const pressed = /Preparing|released before|held down/;

test('a button that is released too soon begins no drag, and the next drag has the copy; while it is held, a kit is generated, fetched and listed; Escape ends a drag; a page that ends in one takes nothing along', async ({
  launch,
  demo,
  folder,
  target,
  place,
}) => {
  const it = await demo();
  const bytes = await makePdf(3, BALLAST);
  const id = await putDocument(join(folder, 'user-data'), bytes);
  const app = await launch();
  await setUpByBridge(app, it);
  await place(app);
  const row = await rowOf(app.page, /Tracked kit/);
  await test.step('released too soon', () => releaseTooSoon(app.page, row));
  await test.step('dropped elsewhere, with the whole job of another kit meanwhile', async () => {
    // Elsewhere: at the same place it were a double click, which drags nothing.
    await take({ x: row.x + 90, y: row.y });
    await begun(app);
    await xdotool('mousemove', OVER_TARGET.x, OVER_TARGET.y + 20);
    await ask(app.page, [{ origin: 'KDEN', destination: 'KLAX' }]);
    await expect(app.page.getByRole('option', { name: /KDEN.*KLAX.*On this laptop/ })).toBeVisible();
    const [path = ''] = await target.drop();
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await alive(app.page)).toBe(true);
    await expect(app.page.getByText(pressed)).toHaveCount(0);
  });
  await test.step('Escape, and a page that ends', () => endDrags(app, id));
});

async function releaseTooSoon(page: Page, { x, y }: Point): Promise<void> {
  await xdotool(
    'mousemove',
    x,
    y,
    'mousedown',
    1,
    'mousemove',
    x + 12,
    y + 12,
    'mousemove',
    x + 30,
    y + 30,
    'mouseup',
    1,
  );
  await expect(page.getByText('released before the copy to drag was ready').first()).toBeVisible();
  expect(await alive(page)).toBe(true);
}

async function endDrags(app: LaunchedApp, id: string): Promise<void> {
  const { x, y } = await rowOf(app.page, /Tracked kit/);
  await take({ x, y });
  await begun(app);
  await xdotool('key', 'Escape');
  await expect.poll(() => app.electron?.evaluate(() => Reflect.get(globalThis, 'dragging'))).toBe(false);
  // The button is still down, but that press has had its drag.
  const again = await app.page.evaluate((kit_id) => window.tripkit?.documents.drag([kit_id]), id);
  expect(again).toMatchObject({ ok: false, error: { kind: 'config' } });
  await xdotool('mouseup', 1);
  await take({ x: x + 90, y });
  await begun(app);
  const page = await app.crashPage();
  await expect(page.getByText('The window stopped working and was opened again')).toBeVisible();
  await xdotool('mouseup', 1);
  await expect.poll(() => alive(page)).toBe(true);
}
