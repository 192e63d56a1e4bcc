import type { KitPlan } from './kits/synthetic-kits.ts';
import type { Figures } from './results.ts';

/** How often things are measured. */
export interface Effort {
  finds: number;
  crops: number;
}

export const fullEffort: Effort = { finds: 15, crops: 12 };
export const quickEffort: Effort = { finds: 4, crops: 4 };

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
  effort: Effort;
  results: Figures<'app'>;
  say(text: string): void;
}

export const kitNames = ['M', 'L'] as const;
export type KitName = (typeof kitNames)[number];
