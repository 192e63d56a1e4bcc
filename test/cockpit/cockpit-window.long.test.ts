/** Cockpit mode in real Chromium, by what a person sees: the window's pictures, measured. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { type Brightness, brightnessOf, brightnessOfPng } from '../window/harness/luminance.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { command, goTo, picture, readFirstPage } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup, newContext } = openWindows();
/** Frames between the screens that one run looks at. */
const FRAMES = 12;
/** A chart on white paper. */
const CHART = 6;

/**
 * The limits, as relative luminance (WCAG 2.2): of any frame the brightest area of 4 by 4 px, and the mean of all of it. White paper by
 * day has 1. Letters at the usual brightness may reach the first; nothing as large as a page may.
 */
const LIMITS = {
  /** At 85 %, as the app comes: read by day, too. */
  usual: { area: 0.7, mean: 0.06 },
  /** At 20 %, the least. */
  least: { area: 0.04, mean: 0.004 },
} as const;

let decoder: Page | null = null;
afterAll(() => decoder?.context().close());

async function brightness(png: Buffer): Promise<Brightness> {
  decoder ??= await (await newContext()).newPage();
  return brightnessOfPng(decoder, png);
}

/** The window's picture; Chromium compresses it little, which is most of the work of one. */
async function shoot(page: Page, name: string): Promise<Buffer> {
  await picture(page, `cockpit-${name}`);
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  await cdp.detach();
  return Buffer.from(data, 'base64');
}

const bar = (page: Page) =>
  page.getByRole('region', { name: 'Cockpit mode is on' }).filter({ visible: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Brightness' });
const values = (page: Page) =>
  page.evaluate(async () => {
    const answer = await window.fake.bridge.settings.get();
    return answer.ok ? answer.value.values : null;
  });

async function enter(page: Page): Promise<void> {
  await page.keyboard.press('F9');
  await bar(page).waitFor();
}

test('one key turns it on and off, on every screen and over a dialog, and so do menu, settings and profile menu; it is kept, said, and shown with the way out; pages are dark meanwhile; administrators may have set it', async () => {
  const page = await open('scenario=demo');
  await page.keyboard.press('F9');
  await bar(page).waitFor();
  await page.getByRole('status').filter({ hasText: 'F9 leaves it' }).waitFor({ state: 'attached' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
  await expect.poll(async () => (await values(page))?.cockpit).toBe(true);
  expect((await values(page))?.theme).toBe('system');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('F9');
  await bar(page).waitFor({ state: 'detached' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('day');
  await page.getByRole('dialog').getByText('Cockpit mode').waitFor();
  await page.keyboard.press('Escape');

  // Pages begin dark, may be dim, and are as they were when it is left.
  await readFirstPage(page);
  const light = () => page.locator('.scroller').getAttribute('data-light');
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+D');
  await expect.poll(light).toBe('dim');
  await enter(page);
  await expect.poll(light).toBe('night');
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+D');
  await expect.poll(light).toBe('dim');
  await page.keyboard.press('Shift+D');
  await expect.poll(light).toBe('night');
  await page.keyboard.press('n');
  await page.getByText('Cockpit mode keeps everything dark').waitFor();
  await page.getByRole('button', { name: 'Leave cockpit mode' }).click();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(light).toBe('dim');
  await expect.poll(async () => (await values(page))?.cockpit).toBe(false);
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('choices') ?? '{}'));
  expect(kept).toMatchObject({ light: 'dim' });
  expect(kept.light_at_night ?? 'night').toBe('night');

  await command(page, 'library');
  await command(page, 'cockpit_on');
  await bar(page).waitFor();
  await command(page, 'cockpit_on');
  await command(page, 'cockpit_off');
  await bar(page).waitFor({ state: 'detached' });
  await command(page, 'settings');
  await page.getByRole('checkbox', { name: 'Cockpit mode' }).check();
  await bar(page).waitFor();
  await page.getByRole('checkbox', { name: 'Cockpit mode' }).uncheck();
  await bar(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('button', { name: 'Cockpit mode' }).click();
  await bar(page).waitFor();
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.settings.get();
    if (answer.ok) window.fake.ask('settings', { ...answer.value, managed: ['cockpit'] });
  });
  await bar(page).getByText('Set by your administrators').waitFor();
  expect(await bar(page).getByRole('button', { name: 'Leave cockpit mode' }).count()).toBe(0);
  await page.keyboard.press('F9');
  await command(page, 'settings');
  expect(await page.getByRole('checkbox', { name: 'Cockpit mode' }).isDisabled()).toBe(true);
  await bar(page).waitFor();
});

/** The inks, and the grounds that they stand on. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  ink: ['ground', 'surface', 'surface-2', 'surface-hover', 'surface-selected'],
  'ink-2': ['ground', 'surface', 'surface-2', 'surface-hover', 'surface-selected'],
  accent: ['ground', 'surface', 'surface-2', 'surface-hover', 'surface-selected'],
  'on-accent': ['accent'],
  ok: ['ok-ground'],
  busy: ['busy-ground'],
  warn: ['warn-ground'],
  danger: ['danger-ground'],
  calm: ['calm-ground'],
};

async function expectContrast(page: Page): Promise<void> {
  const light = Number(await slider(page).inputValue()) / 100;
  expect(light).toBe(0.85);
  const shown = await page.evaluate(
    (names) => {
      const style = getComputedStyle(document.documentElement);
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    },
    [...new Set([...Object.keys(PAIRS), ...Object.values(PAIRS).flat()])],
  );
  const luminance = (name: string) => {
    const colour = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(shown[name] ?? '');
    if (!colour) throw new Error(`--${name} is ${shown[name]}`);
    const dimmed = colour.slice(1).map((value) => Math.round(Number.parseInt(value, 16) * light));
    return brightnessOf([...dimmed, 255], 1).mean;
  };
  const weak = Object.entries(PAIRS).flatMap(([ink, grounds]) =>
    grounds.flatMap((ground) => {
      const [low = 0, high = 0] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      return ratio < 4.5 ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`] : [];
    }),
  );
  expect(weak).toEqual([]);
}

test('the brightness is for everything, by keys and by mouse, and is remembered; through the layer, too, letters have the contrast of WCAG AA at the usual brightness', async () => {
  const page = await open('scenario=demo&cockpit');
  await bar(page).waitFor();
  await expectContrast(page);
  const bright = async () => (await brightness(await page.screenshot())).most;
  await settledBox(bar(page));
  const usual = await bright();
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.getByText('20 %').waitFor();
  const least = await bright();
  expect(least).toBeLessThan(usual / 5);
  // Of a dialog, too, which the browser draws above all else.
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  expect(await bright()).toBeLessThan(LIMITS.least.area);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
  const { x, y, width, height } = await settledBox(slider(page));
  await page.mouse.click(x + width - 2, y + height / 2);
  await page.getByText('100 %').waitFor();
  expect(await bright()).toBeGreaterThan(usual);
  await slider(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('95 %').waitFor();
  await page.reload();
  await bar(page).waitFor();
  expect(await slider(page).inputValue()).toBe('95');
});

/** Every screen of the window, each ready to be looked at. */
async function* screens(page: Page): AsyncGenerator<string> {
  yield 'library';
  for (const [name, heading] of [
    ['new_request', 'Request a trip kit'],
    ['many_flights', 'Many flights'],
    ['planned_kits', 'Trip kits'],
    ['activity_record', 'Activity record'],
    ['settings', 'Settings'],
  ] as const) {
    await command(page, name);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    yield name;
  }
  await command(page, 'library');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('listbox').waitFor();
  for (const dialog of ['help', 'shortcuts', 'diagnostics', 'search']) {
    await command(page, dialog);
    await page.getByRole('dialog').waitFor();
    yield dialog;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await page.getByRole('dialog', { name: 'Profile' }).waitFor();
  yield 'profile-menu';
  await page.keyboard.press('Escape');
  await readFirstPage(page);
  yield 'viewer';
  await goTo(page, CHART);
  yield 'chart';
  await page.locator('.scroller').focus();
  for (const [key, name] of [
    ['o', 'outline'],
    ['t', 'pages'],
    ['l', 'marks'],
  ] as const) {
    await page.keyboard.press(key);
    await page.locator('.side__panel > *').first().waitFor();
    yield name;
    await page.locator('.scroller').focus();
    await page.keyboard.press('Shift+O');
    await page.locator('.side').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menu').waitFor();
  yield 'more';
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+f');
  await page.getByRole('search').getByRole('textbox').fill('sheet');
  await page
    .getByRole('search')
    .getByText(/^\d+ of \d+/)
    .waitFor();
  yield 'find';
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+p');
  await page.getByRole('dialog', { name: 'Print' }).waitFor();
  yield 'print';
  await page.keyboard.press('Escape');
}

test('no frame of any screen is brighter than its limit, from white paper to dialogs and messages', async () => {
  const page = await open('scenario=demo');
  await page.evaluate(() =>
    window.fake.tell([
      { id: 'a', severity: 'error', message: 'The library on this laptop was damaged.' },
      { id: 'b', severity: 'warning', message: 'The certificate ends in 7 days.' },
      { id: 'c', severity: 'info', message: 'Version 1.3.0 is ready to install.' },
    ]),
  );
  await enter(page);
  await settledBox(bar(page));
  const frames: Buffer[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  // Twelve are looked at, by chance: of every fourth as well as of all.
  await cdp.send('Page.startScreencast', {
    ...({ format: 'png', maxWidth: 640, maxHeight: 400, everyNthFrame: 4 } as const),
  });
  const over: string[] = [];
  const look = async (what: string, limit: Pick<Brightness, 'area' | 'mean'>, png: Buffer) => {
    const { area, most, mean } = await brightness(png);
    if (area > limit.area || most > limit.area || mean > limit.mean)
      over.push(`${what}: area ${area.toFixed(3)}, most ${most.toFixed(3)}, mean ${mean.toFixed(4)}`);
  };
  /** As the control of the bar does it, which a dialog covers. */
  const dim = (light: string) =>
    page.evaluate((light) => document.documentElement.style.setProperty('--cockpit-light', light), light);
  for await (const screen of screens(page)) {
    await look(screen, LIMITS.usual, await shoot(page, `usual-${screen}`));
    await dim('0.2');
    await look(`${screen} at 20 %`, LIMITS.least, await shoot(page, `least-${screen}`));
    await dim('0.85');
  }
  await cdp.send('Page.stopScreencast');
  // What is between the screens: the first frames of each, while its pages are painted.
  expect(frames.length).toBeGreaterThan(10);
  expect(over).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.nat(frames.length - 1), async (index) => {
      await look(`frame ${index}`, LIMITS.usual, frames[index] as Buffer);
      expect(over).toEqual([]);
    }),
    { numRuns: FRAMES },
  );
});

test('the window of set-up is as dark', async () => {
  const page = await openSetup('scenario=demo');
  expect((await brightness(await page.screenshot())).mean).toBeGreaterThan(0.3);
  await page.evaluate(async () => {
    const answer = await window.fake.setup.settings.get();
    if (!answer.ok) return;
    window.fake.ask('settings', { ...answer.value, values: { ...answer.value.values, cockpit: true } });
  });
  await page.waitForSelector('html[data-cockpit="on"]');
  const { area, mean } = await brightness(await shoot(page, 'set-up'));
  expect(area).toBeLessThan(LIMITS.usual.area);
  expect(mean).toBeLessThan(LIMITS.usual.mean);
});

test('in full screen bars hide until pointer, finger or focus want them; the page stays where it is', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /ENGM to EKCH/ }).click();
  await page.keyboard.press('Enter');
  const view = page.locator('.viewer[data-standing="alone"]');
  await view.locator('[data-page-rendered="1"]').waitFor();
  await enter(page);
  const bars = () => page.locator('html').getAttribute('data-bars');
  expect(await bars()).toBeNull();
  await view.locator('.scroller').focus();
  await page.mouse.move(600, 400);
  await page.keyboard.press('f');
  await expect.poll(bars).toBe('hidden');
  const top = (selector: string) =>
    page
      .locator(selector === '.tabs' ? selector : `.viewer[data-standing="alone"] ${selector}`)
      .evaluate((element) => element.getBoundingClientRect().bottom);
  for (const selector of ['.tabs', '.viewer-bar', '.cockpit-bar'])
    expect(await top(selector)).toBeLessThan(0);
  const sheet = () => settledBox(view.locator('[data-page="1"]'));
  const place = await sheet();
  await picture(page, 'cockpit-full-screen');

  await page.mouse.move(600, 2);
  await expect.poll(bars).toBe('over');
  for (const selector of ['.tabs', '.viewer-bar', '.cockpit-bar'])
    expect(await top(selector)).toBeGreaterThan(0);
  expect(await sheet()).toEqual(place);
  await picture(page, 'cockpit-full-screen-bars');
  // The bars do not lie over each other.
  const edges = await page.evaluate(() =>
    ['.tabs', '.viewer[data-standing="alone"] .viewer-bar'].map((name) => {
      const { top, bottom } = document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
      return [Math.round(top), Math.round(bottom)];
    }),
  );
  expect(edges[1]?.[0]).toBeGreaterThanOrEqual(edges[0]?.[1] ?? 0);
  await page.mouse.move(600, 500);
  await expect.poll(bars).toBe('hidden');

  // By keyboard: they are there for the Tab key, and stay while the focus is within.
  await view.getByRole('button', { name: 'Back to trip kits' }).focus();
  await expect.poll(bars).toBe('over');
  await page.mouse.move(600, 480);
  expect(await bars()).toBe('over');
  expect(await sheet()).toEqual(place);
  await view.locator('.scroller').focus();
  await expect.poll(bars).toBe('hidden');

  // A finger at the upper edge brings them, one on the page sends them away.
  const cdp = await page.context().newCDPSession(page);
  const touch = async (x: number, y: number) => {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await touch(500, 12);
  await expect.poll(bars).toBe('over');
  await touch(500, 500);
  await expect.poll(bars).toBe('hidden');
  await page.keyboard.press('F9');
  await expect.poll(bars).toBeNull();
  expect(await top('.viewer-bar')).toBeGreaterThan(0);
});

test('what waits is shown to who asks, and to nobody else; nothing is announced of kits that go on by themselves', async () => {
  const page = await open('scenario=demo');
  const heard = () => page.locator('.app > [aria-live="polite"].sr-only').last().textContent();
  const fail = (message: string) =>
    page.evaluate(async (message) => {
      const answer = await window.fake.bridge.kits.list();
      const ready = answer.ok ? answer.value.find(({ state }) => state === 'ready') : undefined;
      if (ready) window.fake.push({ ...ready, state: 'failed', failure: { kind: 'network', message } });
    }, message);
  await enter(page);
  await fail('The service does not know it.');
  await page
    .getByRole('option', { name: /Failed/ })
    .first()
    .waitFor();
  expect(await heard()).toBe('');
  expect(await page.evaluate(() => window.fake.calls)).not.toContain('app.meanwhile');
  await page.getByRole('button', { name: 'What waits' }).press('Enter');
  await page.getByRole('dialog', { name: 'What waits' }).getByText('1 kit is on this laptop').waitFor();
  await page.getByText('The certificate ends in 7 days.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'cockpit-what-waits');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'What waits' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('F9');
  await bar(page).waitFor({ state: 'detached' });
  await fail('The disk is full.');
  await expect.poll(heard).toContain('The disk is full.');
});

test('at a first start no window opens by itself', async () => {
  const page = await open('scenario=first&cockpit');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await bar(page).waitFor();
  expect(await page.evaluate(() => window.fake.calls)).not.toContain('setup.open');
});

test('nothing is inaccessible or cut off, at any width', async () => {
  const page = await open('scenario=demo', { width: 1024, height: 640 });
  const fits = async (what: string) => {
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
      [1440, 900],
      [1920, 1080],
      [1024, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await tooWide(page), `${what} ${width}`).toEqual([]);
      await picture(page, `cockpit-size-${width}-${what}`);
    }
    expect(await axeFindings(page)).toEqual([]);
  };
  await enter(page);
  await fits('library');
  await readFirstPage(page);
  await fits('viewer');
});
