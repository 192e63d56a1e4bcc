/** The operations of {base_url}: request trip kit (4.2, as publicly-known.md tells it) and get trip kit PDF (4.3). */

import { type Answer, decode, htmlPage, json } from './answer.ts';
import type { DemoCompany } from './company.ts';
import type { Exchange } from './exchange.ts';
import type { FaultAction } from './faults.ts';
import type { DemoKit, KitRegistry } from './kits.ts';
import type { TokenStore } from './tokens.ts';
import { type DemoMessage, type DemoTrip, readTrip } from './trip-rules.ts';

export interface ApiServerOptions {
  company: DemoCompany;
  tokens: TokenStore;
  kits: KitRegistry;
  /** ms between the request and the first get-PDF that is allowed. */
  earliest_poll_ms: number;
  /** Accepts a trip: starts its generation. */
  accept: (trip: DemoTrip) => DemoKit;
  /** Origins of the storage servers; they are known only when all listen. */
  storage: () => { https: string; http: string };
}

const authenticationFailure: DemoMessage = { code: '301', type: 'Error', message: 'Authentication failure' };
const being: DemoMessage = {
  code: '202',
  type: 'Info',
  message: 'The requested trip kit is being generated.',
};

/** The handler of the API server. */
export function apiHandler(options: ApiServerOptions): (exchange: Exchange) => Promise<Answer> {
  return async (exchange) => {
    const [version, companies, code = '', tripkits, id, pdf, ...rest] = exchange.segments;
    if (version === 'redirected') {
      exchange.violation('redirect_followed', 'A redirect of the API is not to be followed.', 404);
    }
    const known =
      version === 'v1' && companies === 'companies' && tripkits === 'tripkits' && rest.length === 0;
    if (known && id === undefined) return requestTripKit(options, exchange, decode(code));
    if (known && id !== undefined && pdf === 'pdf') {
      return getPdf(options, exchange, decode(code), decode(id));
    }
    return exchange.violation('unknown_path', 'The API has no such path.', 404);
  };
}

/** Checks the token for the scope; ends the exchange with 401 where it is no good. */
function authorize(options: ApiServerOptions, exchange: Exchange, token: string, scope: string): void {
  const verdict = options.tokens.check(token, scope);
  if (verdict === 'valid') return;
  const error = verdict === 'scope' ? 'insufficient_scope' : 'invalid_token';
  exchange.answer({ status: 401, headers: { 'www-authenticate': `Bearer error="${error}"` } });
}

/** The token has expired just now. */
function expire(options: ApiServerOptions, exchange: Exchange, token: string): never {
  options.tokens.expire(token);
  return exchange.answer({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

async function requestTripKit(
  options: ApiServerOptions,
  exchange: Exchange,
  company_code: string | undefined,
): Promise<Answer> {
  exchange.is('request');
  exchange.requireMethod('POST');
  exchange.requireNoQuery();
  exchange.requireUserAgent();
  const token = exchange.bearerToken();
  exchange.requireContentType('application/json');
  const text = await exchange.readBody();
  const fault = await exchange.fault('request');
  if (fault?.action === 'expire') expire(options, exchange, token);
  authorize(options, exchange, token, options.company.scopes.request);
  if (company_code !== options.company.company_code) return json(404, { messages: [authenticationFailure] });
  const read = readTrip(parse(exchange, text), options.company.company_name);
  if ('messages' in read) return json(400, { messages: read.messages });
  const kit = options.accept(read.trip);
  exchange.is('request', kit.tripkit_id);
  if (fault?.action === 'wrong_content') {
    if (fault.what === 'bad_json') {
      return { ...json(202, null), body: `{"tripkit_id": "${kit.tripkit_id.slice(0, 4)}` };
    }
    if (fault.what === 'html') return htmlPage();
    return fault.what === 'empty_202' ? { status: 202 } : json(202, { messages: [being] });
  }
  return json(202, { tripkit_id: kit.tripkit_id });
}

function parse(exchange: Exchange, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return exchange.violation('body_malformed', 'The body is not JSON.');
  }
}

async function getPdf(
  options: ApiServerOptions,
  exchange: Exchange,
  company_code: string | undefined,
  tripkit_id: string | undefined,
): Promise<Answer> {
  exchange.is('pdf', tripkit_id ?? null);
  exchange.requireMethod('GET');
  exchange.requireNoQuery();
  exchange.requireNoBody();
  exchange.requireUserAgent();
  const token = exchange.bearerToken();
  const kit = tripkit_id === undefined ? undefined : options.kits.get(tripkit_id);
  requirePatience(options, exchange, kit);
  const fault = await exchange.fault('pdf');
  if (fault?.action === 'expire') expire(options, exchange, token);
  authorize(options, exchange, token, options.company.scopes.download);
  if (fault?.action === 'code_301' || company_code !== options.company.company_code) {
    return json(404, { messages: [authenticationFailure] });
  }
  const broken = fault && brokenAnswer(fault);
  if (broken) return broken;
  if (!kit) {
    return json(404, { messages: [{ code: '404', type: 'Error', message: 'The trip kit was not found.' }] });
  }
  return stateOf(options, kit, fault);
}

/** Usage rule 1: not earlier than 5 s after the request that started the generation. */
function requirePatience(options: ApiServerOptions, exchange: Exchange, kit: DemoKit | undefined): void {
  if (!kit || kit.requested_at === null) return;
  const age = performance.now() - kit.requested_at;
  // Timers of other processes round to whole ms.
  if (age + 2 >= options.earliest_poll_ms) return;
  const detail = `Asked ${Math.round(age)} ms after the request; the first call is due after ${options.earliest_poll_ms} ms.`;
  exchange.violation('too_early', detail);
}

function brokenAnswer(fault: FaultAction): Answer | undefined {
  if (fault.action === 'messages' && fault.status !== undefined && fault.status >= 400) {
    return json(fault.status, { messages: fault.messages });
  }
  if (fault.action === 'url') return json(200, { url: fault.url });
  if (fault.action !== 'wrong_content') return undefined;
  if (fault.what === 'bad_json') return { ...json(200, null), body: '{"url": "https://127.0' };
  if (fault.what === 'no_url') return json(200, { messages: [] });
  if (fault.what === 'empty_202') return { status: 202 };
  if (fault.what === 'html') return htmlPage();
  return undefined;
}

function stateOf(options: ApiServerOptions, kit: DemoKit, fault: FaultAction | undefined): Answer {
  const added = fault?.action === 'messages' ? fault.messages : [];
  if (kit.errors.length > 0) return json(400, { messages: kit.errors });
  if (kit.broken) return { status: 500, body: 'The generation failed.' };
  const forced = fault?.action === 'messages' ? fault.status : undefined;
  if (forced === 202 || !options.kits.isGenerated(kit)) return json(202, { messages: [being, ...added] });
  const { https, http } = options.storage();
  const url = options.kits.sign(kit, fault?.action === 'plain_http_url' ? http : https);
  const messages = [...kit.warnings, ...added];
  return json(200, messages.length > 0 ? { url, messages } : { url });
}
