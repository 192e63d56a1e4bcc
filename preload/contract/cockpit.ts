/** Cockpit mode. */
import { z } from 'zod';
import { call } from './call.ts';

/** What was held back so far in cockpit mode. */
export const meanwhile = z.object({
  /** What happened, in one sentence; null if nothing did. */
  summary: z.string().nullable(),
  /** The texts of the notices that were held back. */
  messages: z.array(z.string()),
});

export type Meanwhile = z.infer<typeof meanwhile>;

export const cockpitCalls = {
  /** What was held back so far in cockpit mode. */
  meanwhile: call([], meanwhile),
} as const;
