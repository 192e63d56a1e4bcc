import type { KitPlan } from './kits/synthetic-kits.ts';
import type { Results } from './results.ts';

/** How often things are measured. */
export interface Effort {
  cold: number;
  warm: number;
  /** Turns after which memory is read the first time. */
  turns: number;
  more_turns: number;
  jumps: number;
  scrolls: number;
  finds: number;
  crops: number;
}

export const fullEffort: Effort = {
  cold: 7,
  warm: 12,
  turns: 60,
  more_turns: 540,
  jumps: 30,
  scrolls: 5,
  finds: 15,
  crops: 12,
};
export const quickEffort: Effort = {
  cold: 2,
  warm: 3,
  turns: 20,
  more_turns: 40,
  jumps: 8,
  scrolls: 1,
  finds: 4,
  crops: 4,
};

export interface BenchKit {
  plan: KitPlan;
  kit_id: string;
  /** The document in the bench's cache. */
  file: string;
}

/** What every section of the bench gets. */
export interface Bench {
  /** Folder whose out/ has the bundles. */
  bundles: string;
  /** A fresh user-data folder whose library has both kits, prepared: nobody has read in them yet. */
  freshUserData(): string;
  kits: { M: BenchKit; L: BenchKit };
  /** Where the peers' documents are served: `${origin}/kits/M.pdf`. */
  origin: string;
  effort: Effort;
  results: Results;
  say(text: string): void;
}

export const kitNames = ['M', 'L'] as const;
export type KitName = (typeof kitNames)[number];
