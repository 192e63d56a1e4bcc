/**
 * The fault script: a list of rules that make the demo service misbehave on purpose. Rules come from tests (typed),
 * from a --faults file or from the control port (validated here).
 */
import { z } from 'zod';

const serviceMessage = z.strictObject({ code: z.string(), type: z.string(), message: z.string() });
const bytes = z.number().int().min(0);

/** What a rule does to the request that it strikes. */
export const faultAction = z.discriminatedUnion('action', [
  /** Closes the connection without an answer. `processed`: the work is done first, so that only the answer is lost. */
  z.strictObject({ action: z.literal('drop'), processed: z.boolean().optional() }),
  /** Waits, ms, before anything else; further rules may strike the same request. */
  z.strictObject({ action: z.literal('delay'), ms: z.number().min(0) }),
  /**
   * Answers with this status and nothing done. `retry_after`: seconds; `retry_after_form`: how the header says them.
   * `body` and `content_type` are what a proxy in the way might send.
   */
  z.strictObject({
    action: z.literal('status'),
    status: z.number().int().min(200).max(599),
    retry_after: z.number().min(0).optional(),
    retry_after_form: z.enum(['seconds', 'date']).optional(),
    body: z.string().optional(),
    content_type: z.string().optional(),
  }),
  /** Closes the connection after this many bytes of the body. */
  z.strictObject({ action: z.literal('cut'), bytes }),
  /** Stops sending after this many bytes of the body and holds the connection open. */
  z.strictObject({ action: z.literal('stall'), bytes }),
  /** The token that was presented (request, pdf) or every URL given out for the kit (storage) has now expired. */
  z.strictObject({ action: z.literal('expire') }),
  /** An answer with something else inside. */
  z.strictObject({
    action: z.literal('wrong_content'),
    what: z.enum([
      'html',
      'truncated_pdf',
      'bad_json',
      'no_url',
      'empty_202',
      'no_tripkit_id',
      'no_location',
    ]),
  }),
  /** The document in storage changes: another ETag and, where the file allows it, other bytes of equal length. */
  z.strictObject({ action: z.literal('change_etag') }),
  /** Get-PDF with these messages: they are added to a 200 or 202 that is due, and are the body of a 400 or 404. */
  z.strictObject({
    action: z.literal('messages'),
    status: z.union([z.literal(200), z.literal(202), z.literal(400), z.literal(404)]).optional(),
    messages: z.array(serviceMessage).min(1),
  }),
  /** Get-PDF answers 404 with code 301 (authentication failure). */
  z.strictObject({ action: z.literal('code_301') }),
  /** Answers 302: to itself at storage (a client may follow a few), elsewhere at the others; or to the URL `to`. */
  z.strictObject({ action: z.literal('redirect'), to: z.string().optional() }),
  /** Get-PDF's 200 gives a plain-http URL, which works. */
  z.strictObject({ action: z.literal('plain_http_url') }),
  /** Get-PDF's 200 gives exactly this URL. */
  z.strictObject({ action: z.literal('url'), url: z.string() }),
  /** Auth: the redirect's parameters are changed or, where null, left out (state, token_type, expires_in, …). */
  z.strictObject({ action: z.literal('parameters'), set: z.record(z.string(), z.string().nullable()) }),
]);
export type FaultAction = z.infer<typeof faultAction>;

/**
 * One rule. Rules are tried in order and the first that strikes ends the search (but for `delay`); a rule counts only
 * the requests that come to it.
 */
export const faultRule = z.strictObject({
  on: z.enum(['auth', 'request', 'pdf', 'storage']),
  /** Only requests for this trip kit. */
  tripkit_id: z.string().optional(),
  /** Lets this many requests pass first. */
  after: z.number().int().min(0).optional(),
  /** Strikes this many times; every time where it is absent. */
  times: z.number().int().min(1).optional(),
  do: faultAction,
});
export type FaultRule = z.infer<typeof faultRule>;

/** A list of rules, as in a --faults file or the body of POST /faults. */
export const faultScript = z.array(faultRule);

/** A rule with its counters. */
export interface FaultStatus {
  rule: FaultRule;
  /** Requests that came to it. */
  seen: number;
  /** Requests that it struck. */
  struck: number;
}

/** The rules that are in force. */
export class FaultScript {
  #rules: FaultStatus[] = [];

  add(rules: readonly FaultRule[]): void {
    this.#rules.push(...rules.map((rule) => ({ rule, seen: 0, struck: 0 })));
  }

  clear(): void {
    this.#rules = [];
  }

  status(): FaultStatus[] {
    return structuredClone(this.#rules);
  }

  /** The actions for one request: any delays, then at most one other. */
  take(on: FaultRule['on'], tripkit_id: string | null): FaultAction[] {
    const actions: FaultAction[] = [];
    for (const status of this.#rules) {
      const { rule } = status;
      if (rule.on !== on) continue;
      if (rule.tripkit_id !== undefined && rule.tripkit_id !== tripkit_id) continue;
      status.seen += 1;
      if (status.seen <= (rule.after ?? 0)) continue;
      if (rule.times !== undefined && status.struck >= rule.times) continue;
      status.struck += 1;
      actions.push(rule.do);
      if (rule.do.action !== 'delay') break;
    }
    return actions;
  }
}
