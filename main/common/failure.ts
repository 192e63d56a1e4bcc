/** The kinds and the shape of a failure, as the headless contract defines them (profile-and-headless.md, section 2). */
import { z } from 'zod';

export const errorKinds = [
  'config',
  'identity',
  'authentication',
  'rejected',
  'not_found',
  'service',
  'network',
  'deadline',
  'document',
  'disk',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** One Message of the service; unknown codes, types and fields are kept unchanged (interface document, "Message"). */
export const serviceMessage = z
  .object({ code: z.string(), type: z.string(), message: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ServiceMessage = z.infer<typeof serviceMessage>;

/** A failure as it is stored, printed and sent over IPC: what happened and what to do next, for a person, never a secret. */
export const failure = z.object({
  kind: z.enum(errorKinds),
  message: z.string(),
  messages: z.array(serviceMessage).exactOptional(),
  /** HTTP status of the answer that caused it, if there was one. */
  status: z.number().int().exactOptional(),
});
export type Failure = z.infer<typeof failure>;
