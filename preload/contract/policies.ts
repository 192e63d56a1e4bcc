/** What administrators decided for this computer, from where, and what was refused. */
import { z } from 'zod';
import { call } from './call.ts';

/** Features that a policy of the same name can switch off (main/policies/policies.ts). */
export const forbiddable = z.enum(['standing_orders', 'export', 'print']);

export type Forbiddable = z.infer<typeof forbiddable>;

/** A place that administrators write to; at start, one place of each kind is read. */
export const policySource = z.object({
  /** `file`: the managed profile of Linux and macOS; `registry`: Windows; `preferences`: macOS. */
  kind: z.enum(['file', 'registry', 'preferences']),
  /** The path or registry key, as an administrator would type it. */
  place: z.string(),
  /** `absent`: there is nothing. `refused`: nothing in it is in force; `problem` says why. */
  state: z.enum(['in_force', 'absent', 'refused']),
  /** What happened and what to do; null if there is no problem. */
  problem: z.string().nullable(),
});

export type PolicySource = z.infer<typeof policySource>;

/** One decision in force. Values are JSON text, because they have many shapes; none is secret. */
const decision = z.object({
  name: z.string(),
  value: z.string(),
  /** `policy`: about the app itself; `setting`: one that people otherwise choose. */
  of: z.enum(['policy', 'setting']),
  /** The place of its source; null for the strictest value, which holds because a source was refused. */
  place: z.string().nullable(),
});

export const policyState = z.object({
  sources: z.array(policySource),
  decisions: z.array(decision),
  /** Managed profiles by name, with the place of their source. */
  profiles: z.array(z.object({ id: z.string(), name: z.string(), place: z.string() })),
  /** Entries of a source that are not in force, each with the reason and what to do. */
  refused: z.array(z.object({ name: z.string(), place: z.string(), reason: z.string() })),
});

export type PolicyState = z.infer<typeof policyState>;

export const policyCalls = {
  state: call([], policyState),
} as const;
