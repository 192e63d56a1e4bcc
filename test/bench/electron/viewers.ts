/** The two viewers that are measured, driven alike: real keys and clicks, and the same probe in the page. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TripKitBridge } from '../../../preload/contract.ts';
import type { FrameStatistics } from '../viewer/app-driver.ts';
import { installProbe, type Seen } from '../viewer/probe.ts';
import type { Person } from './person.ts';
import type { Program } from './program.ts';
import { type BenchKit, type KitName, kitNames } from './run.ts';

/** How long a page may take before the bench says that it did not come, ms. */
const PAGE_TIMEOUT_MS = 30_000;

/** What peer/pdfjs-viewer.mjs offers as `window.benchPdfjs`. */
interface PdfjsPage {
  open(url: string): Promise<void>;
  close(): Promise<void>;
  go(page: number): void;
  page(): number;
  scroll(): void;
}

declare global {
  interface Window {
    readonly tripkit?: TripKitBridge;
    benchPdfjs?: PdfjsPage;
    benchReady?: boolean;
  }
}

export abstract class Viewer {
  readonly program: Program;
  protected readonly person: Person;

  constructor(program: Program, person: Person) {
    this.program = program;
    this.person = person;
  }

  /** Resolves when a kit can be opened, the probe in the page where it is wanted: it asks for every frame. */
  abstract ready(probe: boolean): Promise<this>;
  /** Makes the kit the one that is chosen, where there is such a thing. */
  abstract select(name: KitName): Promise<void>;
  /** Opens the kit by a click on what opens it; `at_once`: by a double click on its row, with nothing chosen before. */
  abstract open(name: KitName, how: 'chosen' | 'at_once'): Promise<Seen>;
  /** Opens the chosen kit; resolves when a page of it is drawn. No probe is needed. */
  abstract openUnwatched(name: KitName): Promise<void>;
  /** Closes the document; resolves when another can be opened. */
  abstract close(): Promise<void>;
  /** Where keys go to the pages. */
  abstract focusPages(): Promise<void>;
  /** Whole pages, one in sight. */
  abstract onePage(): Promise<void>;
  /** Pages as wide as the window, one after the other. */
  abstract scrolling(): Promise<void>;
  /** The page in sight. */
  abstract pageInSight(): Promise<number>;
  protected abstract pageBox(): string;
  /** What scrolls. */
  protected abstract scroller(): string;

  turn(to: number, forward: boolean): Promise<Seen> {
    return this.seen(to, () => this.press(forward));
  }

  press(forward: boolean): void {
    this.person.key(forward ? 'Right' : 'Left');
  }

  async jump(page: number): Promise<Seen> {
    await this.click(this.pageBox());
    this.person.key('ctrl+a');
    this.person.type(String(page));
    await this.program.run(waitForValue, this.pageBox(), String(page));
    const seen = await this.seen(page, () => this.person.key('Return'));
    await this.focusPages();
    return seen;
  }

  /** Frames while the wheel is turned for 2 s. */
  async wheel(): Promise<FrameStatistics> {
    const { x, y, width, height } = await this.program.bounds();
    this.person.point(x + width / 2, y + height / 2);
    await pause(100);
    const before = await this.program.run(scrolledTo, this.scroller());
    const mark = await this.program.run(() => window.benchProbe?.framesFrom() ?? 0);
    await pause(this.person.wheel(60) + 100);
    const frames = await this.program.run((from) => window.benchProbe?.frames(from) ?? null, mark);
    if (!frames) throw new Error('The probe is gone.');
    if ((await this.program.run(scrolledTo, this.scroller())) - before < height)
      throw new Error('The wheel moved nothing.');
    return frames;
  }

  /** When the page is seen, from the input that `act` makes. */
  protected async seen(page: number, act: () => void): Promise<Seen> {
    await this.program.run((wanted) => window.benchProbe?.expectPage(wanted), page);
    // Asked before the act: the page answers when it has seen what it waits for.
    const seen = this.program.run((ms) => window.benchProbe?.result(ms) ?? null, PAGE_TIMEOUT_MS);
    act();
    const result = await seen;
    if (!result) throw new Error('The probe is gone: the page was loaded anew.');
    return result;
  }

  /** The middle of an element on the screen, when it is there and lies still. */
  protected async place(selector: string, text: string | null = null): Promise<[x: number, y: number]> {
    const [at, bounds] = [
      await this.program.run(waitForElement, selector, text),
      await this.program.bounds(),
    ];
    return [bounds.x + at.x, bounds.y + at.y];
  }

  protected async click(selector: string, text: string | null = null): Promise<void> {
    const [x, y] = await this.place(selector, text);
    this.person.click(x, y);
  }
}

export class AppViewer extends Viewer {
  readonly #kits: Readonly<Record<KitName, BenchKit>>;

  constructor(program: Program, person: Person, kits: Readonly<Record<KitName, BenchKit>>) {
    super(program, person);
    this.#kits = kits;
  }

  async ready(probe: boolean): Promise<this> {
    await this.program.run(waitForElement, '[role="option"][data-kit-id]', null);
    if (probe) await this.program.run(installProbe, 'app');
    return this;
  }

  async select(name: KitName): Promise<void> {
    await this.click(this.#row(name));
  }

  async open(name: KitName, how: 'chosen' | 'at_once'): Promise<Seen> {
    const [x, y] = how === 'chosen' ? await this.place('button', 'Open') : await this.place(this.#row(name));
    return this.seen(1, () => (how === 'chosen' ? this.person.click(x, y) : this.person.doubleClick(x, y)));
  }

  async openUnwatched(): Promise<void> {
    await this.click('button', 'Open');
    await this.program.run(waitForElement, '[data-page-rendered="1"]', null);
  }

  async close(): Promise<void> {
    this.person.key('ctrl+w');
    await this.program.run(waitForElement, '[role="option"][data-kit-id]', null);
  }

  async focusPages(): Promise<void> {
    await this.program.run(() =>
      document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true }),
    );
  }

  async onePage(): Promise<void> {
    this.person.key('0');
  }

  async scrolling(): Promise<void> {
    this.person.key('w');
  }

  async pageInSight(): Promise<number> {
    return this.program.run(() =>
      Number(document.querySelector<HTMLInputElement>('input[name="page"]')?.value),
    );
  }

  protected pageBox(): string {
    return 'input[name="page"]';
  }

  protected scroller(): string {
    return '.scroller';
  }

  #row(name: KitName): string {
    return `[role="option"][data-kit-id="${this.#kits[name].kit_id}"]`;
  }
}

export class PdfjsViewer extends Viewer {
  async ready(probe: boolean): Promise<this> {
    await this.program.run(addControls, [...kitNames]);
    if (probe) await this.program.run(installProbe, 'pdfjs');
    return this;
  }

  async select(): Promise<void> {}

  async open(name: KitName): Promise<Seen> {
    const [x, y] = await this.place(`#open-${name}`);
    return this.seen(1, () => this.person.click(x, y));
  }

  async openUnwatched(name: KitName): Promise<void> {
    await this.click(`#open-${name}`);
    await this.program.run(waitForElement, '#viewer .page canvas', null);
  }

  async close(): Promise<void> {
    await this.program.run(async () => window.benchPdfjs?.close());
  }

  async focusPages(): Promise<void> {
    await this.program.run(() => (document.activeElement as HTMLElement | null)?.blur());
  }

  async onePage(): Promise<void> {}

  async scrolling(): Promise<void> {
    await this.program.run(() => window.benchPdfjs?.scroll());
  }

  async pageInSight(): Promise<number> {
    return this.program.run(() => window.benchPdfjs?.page() ?? 0);
  }

  protected pageBox(): string {
    return '#page-box';
  }

  protected scroller(): string {
    return '#container';
  }
}

/** Gives the peer's page what a person uses: a button for each document, arrow keys, a box for a page number. */
async function addControls(names: readonly string[]): Promise<void> {
  while (!window.benchReady) await new Promise((resolve) => setTimeout(resolve, 20));
  const bar = document.createElement('div');
  bar.style.cssText = 'position:fixed;inset:0 0 auto 0;height:48px;background:#ddd;z-index:9';
  for (const name of names) {
    const button = document.createElement('button');
    button.id = `open-${name}`;
    button.textContent = name;
    button.addEventListener('click', () => {
      button.blur();
      void window.benchPdfjs?.open(`app://bench/kits/${name}.pdf`);
    });
    bar.append(button);
  }
  const box = document.createElement('input');
  box.id = 'page-box';
  bar.append(box);
  document.body.append(bar);
  const container = document.querySelector<HTMLElement>('#container');
  if (container) container.style.top = '48px';
  addEventListener('keydown', ({ key, target }) => {
    const viewer = window.benchPdfjs;
    if (!viewer) return;
    if (target === box) {
      if (key === 'Enter') viewer.go(Number(box.value));
      return;
    }
    if (key === 'ArrowRight') viewer.go(viewer.page() + 1);
    if (key === 'ArrowLeft') viewer.go(viewer.page() - 1);
  });
}

/** The middle of the first such element, in the window, when it is there and has not moved for two looks. */
async function waitForElement(selector: string, text: string | null): Promise<{ x: number; y: number }> {
  const end = performance.now() + 30_000;
  let before = '';
  while (performance.now() < end) {
    const found = [...document.querySelectorAll(selector)].find(
      (one) => text === null || one.textContent?.trim() === text,
    );
    const box = found?.getBoundingClientRect();
    if (box && box.width > 0) {
      const at = `${box.x} ${box.y}`;
      if (at === before) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      before = at;
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error(`not there: ${selector} ${text ?? ''}`);
}

function scrolledTo(selector: string): number {
  return document.querySelector(selector)?.scrollTop ?? 0;
}

async function waitForValue(selector: string, value: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (document.querySelector<HTMLInputElement>(selector)?.value !== value) {
    if (performance.now() > end) throw new Error(`${selector} never had the value ${value}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
