/** Opens documents one after the other in the app's viewer and compares what it shows with another viewer. */
import { setTimeout as pause } from 'node:timers/promises';
import { AppDriver } from '../bench/viewer/app-driver.ts';
import { COMPARED_HEIGHT, shownOf } from './inspect-page.ts';
import { difference, drawElsewhere, hasOtherViewer, ink } from './other-viewer.ts';
import type { Accepted } from './refusals.ts';

/** How long a page may take, ms. */
const PAGE_TIMEOUT_MS = 30_000;
/** Share of pixels with ink below which a page counts as blank, and from which on another viewer's does not. */
const BLANK = 0.0002;
const INKED = 0.001;
/** From this mean difference on a page is worth a person's look, 0 to 1. */
const UNLIKE = 0.12;
/** Memory is read after so many openings. */
const MEMORY_EVERY = 20;

export interface CorpusKit extends Accepted {
  kit_id: string;
  /** How it is found in the list. */
  flight: string;
}

export interface Opened {
  openings: number;
  pages: number;
  /** Crashes, blank pages, documents that were accepted but don't open. */
  findings: string[];
  /** Pages that look unlike the other viewer's: for a person's eyes. */
  unlike: { what: string; difference: number }[];
  /** After that many openings, with the list on the screen, MiB. */
  memory: { openings: number; pss: number }[];
}

/** Where what is seen goes to. */
interface Notebook {
  result: Opened;
  finding(words: string): void;
}

export async function openAll(
  bundles: string,
  userData: string,
  kits: readonly CorpusKit[],
  openings: number,
  say: (text: string) => void,
): Promise<Opened> {
  const result: Opened = { openings: 0, pages: 0, findings: [], unlike: [], memory: [] };
  const finding = (words: string) => {
    result.findings.push(words);
    say(words);
  };
  const notebook = { result, finding };
  let app = await AppDriver.start(bundles, userData);
  let dead = watch(app);
  const again = new Set<string>();
  try {
    for (let i = 0; i < openings; i += 1) {
      const kit = kits[i % kits.length];
      if (!kit) break;
      try {
        await look(app, kit, i < kits.length, notebook);
      } catch (error) {
        if (dead.crashed()) finding(`${kit.name}: THE WINDOW CRASHED`);
        // A busy machine is slow: what fails twice, the second time in a fresh app, is a finding.
        else if (again.has(kit.kit_id)) finding(shortly(kit, error));
        await app.close();
        app = await AppDriver.start(bundles, userData);
        dead = watch(app);
        if (!again.has(kit.kit_id)) {
          again.add(kit.kit_id);
          say(`once more: ${shortly(kit, error)}`);
          i -= 1;
          continue;
        }
      }
      result.openings += 1;
      if (result.openings % MEMORY_EVERY === 0) {
        await pause(1_500);
        const pss = app.memory();
        if (pss !== null) result.memory.push({ openings: result.openings, pss: Math.round(pss) });
        say(
          `${result.openings} opened, ${result.findings.length} findings, renderers ${pss?.toFixed(0)} MiB`,
        );
      }
    }
  } finally {
    await app.close();
  }
  return result;
}

function watch(app: AppDriver): { crashed(): boolean } {
  let crashed = false;
  app.page.on('crash', () => {
    crashed = true;
  });
  return { crashed: () => crashed };
}

async function look(app: AppDriver, kit: CorpusKit, first: boolean, notebook: Notebook): Promise<void> {
  await app.page.locator('input[type="search"]').first().fill(kit.flight);
  await app.select(kit.kit_id);
  await app.key('Enter');
  if (first) for (const page of pagesToSee(kit.pages)) await compare(app, kit, page, notebook);
  else
    await app.page
      .locator('[data-page-rendered], .viewer__failed')
      .first()
      .waitFor({ timeout: PAGE_TIMEOUT_MS });
  await app.toLibrary();
}

/** The first two, one in the middle, the last. */
function pagesToSee(pages: number): number[] {
  return [...new Set([1, Math.min(2, pages), Math.ceil(pages / 2), pages])];
}

async function compare(app: AppDriver, kit: CorpusKit, page: number, notebook: Notebook): Promise<void> {
  const { result, finding } = notebook;
  const where = `${kit.name}, page ${page} of ${kit.pages}`;
  if (page > 1) {
    const box = app.page.getByRole('textbox', { name: 'Page', exact: true });
    await box.fill(String(page), { timeout: 5_000 });
    await box.press('Enter');
  }
  const shown = await shownOf(app.page, page, PAGE_TIMEOUT_MS);
  result.pages += 1;
  const theirs = hasOtherViewer ? await drawElsewhere(kit.file, page, COMPARED_HEIGHT) : null;
  const theirInk = theirs ? ink(theirs) : 0;
  if (shown.kind === 'nothing') {
    throw new Error(`${where}: nothing was drawn or said in ${PAGE_TIMEOUT_MS / 1000} s`);
  }
  if (shown.kind === 'said') {
    if (theirInk >= INKED) finding(`${where}: "${shown.words}", but another viewer draws it`);
    return;
  }
  if (!theirs) return;
  if (ink(shown.picture) < BLANK && theirInk >= INKED) {
    finding(`${where}: blank, but another viewer has ${(theirInk * 100).toFixed(1)} % ink`);
  } else {
    const unlike = difference(shown.picture, theirs);
    if (unlike > UNLIKE) result.unlike.push({ what: where, difference: unlike });
  }
}

function shortly(kit: CorpusKit, error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const named = words.includes(kit.name) ? words : `${kit.name}: ${words}`;
  return named.split('\n').slice(0, 2).join(' ').slice(0, 300);
}
