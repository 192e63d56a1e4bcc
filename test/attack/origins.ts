/** The origins of the app whose pages call the main process, and what an attacker in each may get. */
import type { Page } from '@playwright/test';
import { calls, events } from '../../preload/contract.ts';
import { setupCalls, setupEvents } from '../../preload/setup-contract.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { type Allowances, libraryAllowances, setupAllowances } from './allowances.ts';
import type { Contract } from './plan.ts';

export interface AttackedOrigin {
  name: string;
  contract: Contract;
  /** The names of its events, by domain. */
  events: Readonly<Record<string, object>>;
  /** The name of its bridge in the page. */
  bridge: string;
  may: Allowances;
  /** Its page, opened where it is not open. */
  open(app: LaunchedApp): Promise<Page>;
}

/** The page that the app opened for set-up. */
async function openSetup({ page, setupPage }: LaunchedApp): Promise<Page> {
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  return setupPage();
}

export const attackedOrigins: readonly AttackedOrigin[] = [
  {
    name: 'app://tripkit',
    contract: calls,
    events,
    bridge: 'tripkit',
    may: libraryAllowances,
    open: async ({ page }) => page,
  },
  {
    name: 'app://setup',
    contract: setupCalls,
    events: setupEvents,
    bridge: 'tripkitSetup',
    may: setupAllowances,
    open: openSetup,
  },
];
