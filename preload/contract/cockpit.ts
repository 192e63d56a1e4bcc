/** Cockpit mode. */
import { z } from 'zod';
import { notice } from './app.ts';
import { call } from './call.ts';

/** What was held back so far in cockpit mode. */
export const meanwhile = z.object({
  /** What happened, in one sentence; null if nothing did. */
  summary: z.string().nullable(),
  /** The notices that were held back, the most serious first. */
  notices: z.array(notice),
});

export type Meanwhile = z.infer<typeof meanwhile>;

export const cockpitCalls = {
  /** What was held back so far in cockpit mode. */
  meanwhile: call([], meanwhile),
} as const;
