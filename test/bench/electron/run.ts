import type { KitPlan } from '../viewer/kits/synthetic-kits.ts';
import type { Figures } from '../viewer/results.ts';
import type { BareOptions } from './inside/bare-options.ts';
import type { Person } from './person.ts';
import type { Program } from './program.ts';
import type { AppViewer, PdfjsViewer } from './viewers.ts';

export const kitNames = ['S', 'M', 'L'] as const;
export type KitName = (typeof kitNames)[number];

/** Who is measured. */
export const contenders = ['app', 'pdfjs', 'bare'] as const;
export type Who = (typeof contenders)[number];

export interface BenchKit {
  plan: KitPlan;
  kit_id: string;
  /** The document in the bench's cache. */
  file: string;
}

/** How often things are measured. */
export interface Effort {
  launches: number;
  /** Rounds of fresh starts for openings, and warm openings of each kit in each. */
  opening_rounds: number;
  warm: number;
  turns: number;
  jumps: number;
  scrolls: number;
  memory_rounds: number;
  /** Turns after which memory is read. */
  memory_turns: readonly [number, number];
}

export const fullEffort: Effort = {
  launches: 12,
  opening_rounds: 5,
  warm: 3,
  turns: 40,
  jumps: 25,
  scrolls: 4,
  memory_rounds: 1,
  memory_turns: [60, 600],
};
export const quickEffort: Effort = {
  launches: 4,
  opening_rounds: 1,
  warm: 2,
  turns: 10,
  jumps: 6,
  scrolls: 1,
  memory_rounds: 1,
  memory_turns: [20, 60],
};

/** What every section gets. */
export interface Bench {
  kits: Readonly<Record<KitName, BenchKit>>;
  person: Person;
  effort: Effort;
  figures: Figures<Who>;
  say(text: string): void;
  /** Starts the app on a copy of the library that has the kits, prepared; nobody has read in them yet. */
  startApp(probe?: boolean): Promise<AppViewer>;
  /** Starts it on a library of many kits that are no documents; the page is left alone. */
  launchApp(): Promise<Program>;
  startPdfjs(probe?: boolean): Promise<PdfjsViewer>;
  startBare(page?: BareOptions['page']): Promise<Program>;
}
