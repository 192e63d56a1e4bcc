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

const axeSource = () => readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe over the whole page; an empty list is what is wanted. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's policy forbids scripts that are not the app's.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await axeSource());
  // Every rule runs; only violations get their selectors and summaries, which take axe half of its time.
  const { violations } = (await page.evaluate(
    "window.axe.run(document, { resultTypes: ['violations'] })",
  )) as AxeResult;
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} (${impact}): ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
}
