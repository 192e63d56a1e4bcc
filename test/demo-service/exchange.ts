/**
 * One HTTP exchange of the demo service: journal, strictness and faults are here once, so that each server holds only
 * its own operations. A handler returns an Answer; this module sends it, whole or, where a fault says so, broken.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, json, readSlice, statusAnswer } from './answer.ts';
import type { FaultAction, FaultRule, FaultScript } from './faults.ts';
import type { Journal, JournalRequest, Operation, ServerName, ViolationRule } from './journal.ts';

/** Ends a handler with an answer. */
class AnswerNow extends Error {
  readonly answer: Answer | 'drop';
  constructor(answer: Answer | 'drop') {
    super('answered');
    this.answer = answer;
  }
}

/** What all exchanges of a server share. */
export interface ExchangeContext {
  server: ServerName;
  journal: Journal;
  faults: FaultScript;
}

const userAgentShape = /^[A-Za-z0-9][A-Za-z0-9._]*-[A-Za-z0-9._-]+\/\d+(\.\d+)*([-+][0-9A-Za-z.+-]+)?$/;
const bodyLimit = 1024 * 1024;

/** One request and the way to its answer. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly context: ExchangeContext;
  readonly entry: JournalRequest;
  /** Raw path segments, still percent-encoded. */
  readonly segments: string[];
  /** Raw query without '?', empty where there is none. */
  readonly query: string;
  /** Aborts when the client goes or the service closes. */
  readonly signal: AbortSignal;
  #cut: number | undefined;
  #stall: number | undefined;
  #dropAnswer = false;

  constructor(req: IncomingMessage, res: ServerResponse, context: ExchangeContext, connection: number) {
    this.req = req;
    this.res = res;
    this.context = context;
    const [path = '/', ...query] = (req.url ?? '/').split('?');
    this.segments = path.split('/').slice(1);
    this.query = query.join('?');
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    this.signal = gone.signal;
    this.entry = context.journal.arrived({
      server: context.server,
      operation: 'other',
      method: req.method ?? '',
      path,
      status: null,
      complete: false,
      tripkit_id: null,
      range: null,
      bytes: 0,
      fault: null,
      connection,
      user_agent: req.headers['user-agent'] ?? null,
    });
  }

  /** Names the operation, for the journal. */
  is(operation: Operation, tripkit_id: string | null = null): void {
    this.entry.operation = operation;
    this.entry.tripkit_id = tripkit_id;
  }

  /** Tells the client off: records a violation and ends the handler with a 4xx. */
  violation(rule: ViolationRule, detail: string, status = 400, headers: Record<string, string> = {}): never {
    const { server, operation, method, path, tripkit_id } = { ...this.entry };
    this.context.journal.violated({ server, operation, method, path, tripkit_id, status, rule, detail });
    const messages = [{ code: '400', type: 'Error', message: `Usage rule broken (${rule}): ${detail}` }];
    throw new AnswerNow(json(status, { messages }, headers));
  }

  /** Ends the handler with this answer. */
  answer(answer: Answer): never {
    throw new AnswerNow(answer);
  }

  requireMethod(method: string): void {
    if (this.req.method !== method) {
      this.violation('method', `This resource takes ${method} only.`, 405, { allow: method });
    }
  }

  requireNoQuery(): void {
    if (this.query !== '') this.violation('query_not_due', 'This resource takes no query parameters.');
  }

  /** Interface 4.3: User-Agent is required, "company-product/1.0". */
  requireUserAgent(): void {
    const agent = this.req.headers['user-agent'];
    if (agent === undefined) this.violation('user_agent', 'The User-Agent header is missing.');
    if (!userAgentShape.test(agent)) {
      this.violation('user_agent', `The User-Agent "${agent.slice(0, 80)}" is not like company-product/1.0.`);
    }
  }

  requireNoBody(): void {
    const length = this.req.headers['content-length'];
    if (this.req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')) {
      this.violation('body_not_due', 'This request takes no body.', 400, { connection: 'close' });
    }
  }

  requireContentType(expected: string): void {
    const type = this.req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== expected) this.violation('content_type', `The body must be ${expected}.`, 415);
  }

  /** The token of the Authorization header; its absence or another scheme is a violation, answered with 401. */
  bearerToken(): string {
    const header = this.req.headers.authorization;
    const challenge = { 'www-authenticate': 'Bearer' };
    if (header === undefined) {
      this.violation('authorization_missing', 'The Authorization header is missing.', 401, challenge);
    }
    const token = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
    if (token === undefined) {
      this.violation(
        'authorization_malformed',
        'Authorization is not "Bearer <ACCESS_TOKEN>".',
        401,
        challenge,
      );
    }
    return token;
  }

  /** The whole body as text; more than 1 MiB is refused. */
  async readBody(): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyLimit) this.violation('body_malformed', 'The body is larger than 1 MiB.', 413);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /**
   * Lets the fault script strike. Delays are waited for; drop, status and redirect end the handler; cut and stall are
   * kept for the answer; what only the handler can do is returned.
   */
  async fault(on: FaultRule['on']): Promise<FaultAction | undefined> {
    for (const action of this.context.faults.take(on, this.entry.tripkit_id)) {
      this.entry.fault = action.action;
      switch (action.action) {
        case 'delay':
          await delay(action.ms, undefined, { signal: this.signal });
          break;
        case 'drop':
          if (action.processed !== true) throw new AnswerNow('drop');
          this.#dropAnswer = true;
          break;
        case 'status':
          throw new AnswerNow(statusAnswer(action));
        case 'redirect':
          throw new AnswerNow({ status: 302, headers: { location: action.to ?? this.#elsewhere(on) } });
        case 'cut':
          this.#cut = action.bytes;
          break;
        case 'stall':
          this.#stall = action.bytes;
          break;
        default:
          return action;
      }
    }
    return undefined;
  }

  /** At storage the same document again, one hop further; elsewhere a path that nobody should come to. */
  #elsewhere(on: FaultRule['on']): string {
    if (on !== 'storage') return '/redirected';
    const query = this.query.replace(/&?hop=\d+/, '');
    const hop = Number(/hop=(\d+)/.exec(this.query)?.[1] ?? '0') + 1;
    return `${this.entry.path}?${query}&hop=${hop}`;
  }

  /** Runs the handler and sends what comes out of it. Never rejects. */
  async run(handler: (exchange: Exchange) => Promise<Answer>): Promise<void> {
    let answer: Answer | 'drop';
    try {
      answer = await handler(this);
    } catch (error) {
      if (error instanceof AnswerNow) answer = error.answer;
      else if (this.signal.aborted) answer = 'drop';
      else answer = json(500, { error: 'The demo service failed.', detail: String(error) });
    }
    if (this.#dropAnswer) answer = 'drop';
    try {
      if (answer === 'drop') this.res.destroy();
      else await this.#send(answer);
    } catch {
      // The client went away or the service is closing: the entry stays incomplete.
      this.res.destroy();
    }
    this.context.journal.settled(this.entry);
  }

  async #send(answer: Answer): Promise<void> {
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    const length = body === undefined ? 0 : Buffer.isBuffer(body) ? body.length : body.to - body.from + 1;
    const limit = Math.min(length, this.#cut ?? length, this.#stall ?? length);
    this.entry.status = answer.status;
    const noLength = answer.status === 204 || answer.status === 304;
    this.res.writeHead(answer.status, {
      ...(noLength ? {} : { 'content-length': String(length) }),
      'cache-control': 'no-store',
      ...answer.headers,
    });
    this.res.flushHeaders();
    if (body !== undefined && limit > 0) {
      const source = Buffer.isBuffer(body)
        ? Readable.from([body.subarray(0, limit)])
        : readSlice({ ...body, to: body.from + limit - 1 });
      const count = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          this.entry.bytes += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(source, count, this.res, { end: false, signal: this.signal });
    }
    if (this.#stall !== undefined) {
      this.context.journal.settled(this.entry);
      // Held open until the client gives up or the service closes.
      await new Promise<void>((resolve) => {
        if (this.signal.aborted) resolve();
        else this.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      return;
    }
    if (this.#cut !== undefined) {
      // Half-closing lets the bytes that were counted arrive before the end does.
      this.res.socket?.end();
      this.res.socket?.destroySoon();
      return;
    }
    await new Promise<void>((resolve) => {
      this.res.once('close', resolve);
      this.res.end(() => {
        this.entry.complete = true;
        resolve();
      });
    });
  }
}
