import { createHmac } from 'node:crypto';
import { registerSecret } from '../common/redact.ts';
import { CallFailure } from '../service/answer.ts';
import { Connection } from '../service/connection.ts';
import { type ProxyFinder, ProxyRoutes } from '../service/proxy.ts';

/** How long a call may take, ms. */
const LIMITS = { connect: 10_000, head: 15_000, silence: 15_000, call: 30_000 };

export interface WebhookOptions {
  /** https. */
  url: string;
  /** Signs each call. */
  secret: string;
  findProxy?: ProxyFinder;
  /** Ms since 1970 UTC. */
  now(): number;
  /** PEM certificates, the only trusted ones; by default those of the system. */
  trust?: 'system' | readonly string[];
}

/** The names of the headers. */
export const WEBHOOK_HEADERS = { id: 'Trip-Kit-Event', signature: 'Trip-Kit-Signature' } as const;

/**
 * The signature of a body: `t=SECONDS,v1=HEX`, HMAC-SHA256 of `SECONDS.BODY`, so a receiver can refuse old calls.
 *
 * @param at ms since 1970 UTC
 */
export function signature(secret: string, body: string, at: number): string {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/** Posts events to a URL. Does not follow redirects; only a 2xx answer is a success. */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #connection: Connection;

  constructor(options: WebhookOptions) {
    this.#options = options;
    const { secret, findProxy, trust = 'system' } = options;
    registerSecret(secret);
    this.#connection = new Connection({
      role: 'webhook',
      trust,
      limits: LIMITS,
      proxies: findProxy && new ProxyRoutes({ find: findProxy }),
    });
  }

  /** @throws CallFailure; an AbortError if the signal aborted */
  async post(event_id: string, body: string, signal: AbortSignal): Promise<void> {
    const { url, secret, now } = this.#options;
    const { origin, pathname, search, host } = new URL(url);
    const { status } = await this.#connection.call({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_HEADERS.id]: event_id,
        [WEBHOOK_HEADERS.signature]: signature(secret, body, now()),
      },
      body,
      signal,
      fresh: true,
    });
    if (status >= 200 && status < 300) return;
    throw new CallFailure(
      'network',
      `The webhook ${host} answered with status ${status}. It is tried again.`,
      {
        condition: 'webhook',
        status,
        remedy: 'wait',
        maybe_received: true,
      },
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
