/** What axe finds on a page, by day or by night as it is: each violation with the places where it is. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface AxeResult {
  violations: {
    id: string;
    impact: string | null;
    help: string;
    nodes: { target: unknown[]; failureSummary?: string }[];
  }[];
}

/** The rules that colours decide, of those that run by default: axe's category cat.color without level AAA. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const axeSource = () => readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe over the whole page; an empty list is what is wanted. */
export function axeFindings(page: Page): Promise<string[]> {
  return run(page, {});
}

/** Runs axe's rules of colours alone, over a page that all rules were run over in other colours: nothing else differs. */
export function colourFindings(page: Page): Promise<string[]> {
  return run(page, { runOnly: COLOUR_RULES });
}

/**
 * Runs axe over the whole page by day, then its rules of colours by night: nothing else differs between the two. For pages that follow
 * the system's theme; they are left by day.
 * @param show called in each of both, for example to take a picture
 */
export async function axeByDayAndNight(
  page: Page,
  show: (theme: 'day' | 'night') => Promise<void> = async () => {},
): Promise<string[]> {
  await follow(page, 'day');
  await show('day');
  const byDay = await axeFindings(page);
  await follow(page, 'night');
  await show('night');
  const byNight = await colourFindings(page);
  await follow(page, 'day');
  return [...byDay, ...byNight.map((found) => `by night: ${found}`)];
}

async function follow(page: Page, theme: 'day' | 'night'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'day' ? 'light' : 'dark' });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

async function run(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  // Evaluated by the debugger: the page's policy forbids scripts that are not the app's.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await axeSource());
  // Of what passes no selectors and summaries are written: they take axe a third of its time.
  const all = JSON.stringify({ resultTypes: ['violations'], ...options });
  const { violations } = (await page.evaluate(`window.axe.run(document, ${all})`)) as AxeResult;
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} (${impact}): ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
}
