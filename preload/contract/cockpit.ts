/** Cockpit mode. */
import { z } from 'zod';
import { call } from './call.ts';

/** What has waited so far in cockpit mode. */
export const meanwhile = z.object({
  /** What happened, in a sentence; null where nothing did. */
  summary: z.string().nullable(),
  /** The notices that wait to be shown, in their words. */
  messages: z.array(z.string()),
});

export type Meanwhile = z.infer<typeof meanwhile>;

export const cockpitCalls = {
  /** What has waited so far in cockpit mode. */
  meanwhile: call([], meanwhile),
} as const;
