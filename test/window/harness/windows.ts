/** Windows for a test file: opened as a person finds them, watched for errors, closed after each test. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { AT_REST_LATEST_MS } from '../../../renderer/design/timing.ts';
import { patient } from '../../patience.ts';
import { settledBox } from './settled-box.ts';

interface OpenOptions {
  /** IANA name of the machine's time zone; that of the tests if absent. */
  timezoneId?: string;
  /** When the window is opened, ISO 8601 UTC. */
  at?: string;
  /** Whether the page does what it does once the window is at rest: loads parts for later, draws first pages, tells of an update. */
  rest?: boolean;
  /** Called before the page is loaded: scripts that run ahead of its own, answers to what it asks for. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface Windows {
  /** Address of the page, for example `${url}/?scenario=demo&speed=20`. */
  url: string;
  /** A context without the clock and the watching of {@link Windows.open}; the caller closes it. */
  newContext(): Promise<BrowserContext>;
  /** What the pages of this test complain about, to its end, is what it is for. */
  expectProblems(): void;
  open(
    query: string,
    size?: { width: number; height: number },
    pixelRatio?: number,
    options?: OpenOptions,
  ): Promise<Page>;
  /** The window of set-up, in the same way. */
  openSetup(query: string, size?: { width: number; height: number }): Promise<Page>;
}

/** When a window opens, UTC: the trips of fake-data.ts have dates, and what is shown of them depends on the day and hour. */
const OPENED_AT = '2026-11-21T09:00:00Z';

/** Runs in the page: its clock begins at `opened` (ms since 1970 UTC) and goes on. */
function setClock(opened: number): void {
  const shift = opened - Date.now();
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [Real.now() + shift] : args, self),
    get: (target, name, self) =>
      name === 'now' ? () => Real.now() + shift : Reflect.get(target, name, self),
  });
}

/** Runs in the page: what waits for the window's rest never begins. It takes as much of the processor as a test does. */
function holdBackRest(latest: number): void {
  const real = globalThis.requestIdleCallback;
  globalThis.requestIdleCallback = (work, options) => (options?.timeout === latest ? 0 : real(work, options));
}

/** Call once at the top of a test file. */
export function openWindows(): Windows {
  const url = inject('pageUrl');
  let browser: Browser;
  const problems: string[] = [];
  let areExpected = false;
  const pages: Page[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'));
  });
  // Closes what this file has open, not the browser that all files share.
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    const found = problems.splice(0);
    // The policy, a failed script, or a rejected promise: none may pass unseen.
    if (!areExpected) expect(found).toEqual([]);
    areExpected = false;
  });

  async function openPage(
    path: string,
    size = { width: 1280, height: 800 },
    pixelRatio = 1,
    { timezoneId, at = OPENED_AT, rest = false, prepare }: OpenOptions = {},
  ): Promise<Page> {
    const context = await browser.newContext({
      viewport: size,
      deviceScaleFactor: pixelRatio,
      reducedMotion: 'reduce',
      ...(timezoneId ? { timezoneId } : {}),
    });
    context.setDefaultTimeout(patient(30_000));
    await context.addInitScript(setClock, Date.parse(at));
    if (!rest) await context.addInitScript(holdBackRest, AT_REST_LATEST_MS);
    const page = await context.newPage();
    pages.push(page);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await prepare?.(page);
    await page.goto(`${url}${path}`);
    await page.waitForSelector('html[data-ready="true"]');
    return page;
  }

  return {
    url,
    newContext: () => browser.newContext(),
    expectProblems() {
      areExpected = true;
    },
    open: (query, ...rest) => openPage(`/?${query}`, ...rest),
    openSetup: (query, size = { width: 760, height: 720 }) => openPage(`/setup/index.html?${query}`, size),
  };
}

/** What on the page is wider than its place, once what was done last is laid out. */
export async function tooWide(page: Page): Promise<string[]> {
  await settledBox(page.locator('body'));
  return page.evaluate(() =>
    [...document.querySelectorAll('main, aside, header, section, form, dialog, fieldset')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`),
  );
}
