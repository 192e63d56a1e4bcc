/** Authenticate (interface, 4.1): two-way TLS, OAuth 2.0 implicit flow, every answer a redirect. */
import type { TLSSocket } from 'node:tls';
import { type Answer, decode, htmlPage } from './answer.ts';
import type { DemoCompany } from './company.ts';
import type { Exchange } from './exchange.ts';
import type { TokenStore } from './tokens.ts';

/** Where an error's parameters stand in the redirect. `by_error`: the form varies by error, as the interface says. */
export type AuthErrorForm = 'by_error' | 'fragment' | 'query';

export interface AuthServerOptions {
  company: DemoCompany;
  tokens: TokenStore;
  token_life_s: number;
  error_form: AuthErrorForm;
}

/** Descriptions as the service words them, "response_code" slip included (interface, "Authentication errors"). */
const errors = {
  access_denied: { form: 'query', description: 'The client ID is not authorized.' },
  invalid_scope: {
    form: 'fragment',
    description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
  },
  invalid_request: { form: 'query', description: 'response_code is required' },
  unsupported_response_type: { form: 'fragment', description: null },
} as const;

type AuthError = keyof typeof errors;
type Parameters = [name: string, value: string | null][];

/** The handler of the auth server. */
export function authHandler(options: AuthServerOptions): (exchange: Exchange) => Promise<Answer> {
  return async (exchange) => {
    const socket = exchange.req.socket as TLSSocket;
    exchange.entry.client_authorized = socket.authorized;
    checkPath(exchange, options.company);
    exchange.is('auth');
    exchange.requireMethod('POST');
    exchange.requireNoQuery();
    exchange.requireContentType('application/x-www-form-urlencoded');
    const form = readForm(exchange, await exchange.readBody());
    const fault = await exchange.fault('auth');
    if (fault?.action === 'wrong_content') {
      return fault.what === 'no_location' ? { status: 302 } : htmlPage();
    }
    const parameters = decide(options, form, socket.authorized);
    if (fault?.action === 'parameters') change(parameters.list, fault.set);
    if (fault?.action === 'expire') options.tokens.expireAll();
    return { status: 302, headers: { location: redirect(exchange, parameters) } };
  };
}

function checkPath(exchange: Exchange, company: DemoCompany): void {
  const [as, code = '', operation, ...rest] = exchange.segments;
  if (as === 'redirected') {
    exchange.violation('redirect_followed', 'The redirect of Authenticate is not to be followed.', 404);
  }
  if (as !== 'as' || operation !== 'authorization.oauth2' || rest.length > 0) {
    exchange.violation('unknown_path', 'The auth server has no such path.', 404);
  }
  if (decode(code) !== company.company_code) {
    exchange.violation('unknown_path', 'No company of this code is known.', 404);
  }
}

function readForm(exchange: Exchange, body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  for (const name of form.keys()) {
    // RFC 6749, 3.1: parameters must not be included more than once.
    if (form.getAll(name).length > 1) {
      exchange.violation('parameter_repeated', `The parameter ${name.slice(0, 40)} is there more than once.`);
    }
  }
  return form;
}

interface RedirectParameters {
  form: 'fragment' | 'query';
  list: Parameters;
}

function decide(options: AuthServerOptions, form: URLSearchParams, authorized: boolean): RedirectParameters {
  const { company, tokens } = options;
  const state = form.get('state');
  const refuse = (error: AuthError): RedirectParameters => ({
    form: options.error_form === 'by_error' ? errors[error].form : options.error_form,
    list: [
      ['error', error],
      ['error_description', errors[error].description],
      ['state', state],
    ],
  });
  if (!authorized || form.get('client_id') !== company.client_id) return refuse('access_denied');
  const type = form.get('response_type') ?? '';
  if (type === '') return refuse('invalid_request');
  if (type !== 'token') return refuse('unsupported_response_type');
  const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const known: string[] = [company.scopes.request, company.scopes.download];
  if (scopes.some((scope) => !known.includes(scope))) return refuse('invalid_scope');
  return {
    form: 'fragment',
    list: [
      ['access_token', tokens.issue(scopes)],
      ['state', state],
      ['token_type', 'Bearer'],
      ['expires_in', String(options.token_life_s)],
    ],
  };
}

function change(list: Parameters, set: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(set)) {
    const found = list.find(([other]) => other === name);
    if (found) found[1] = value;
    else list.push([name, value]);
  }
}

/** Points at a path of this server, so that a client that follows is noticed. */
function redirect(exchange: Exchange, { form, list }: RedirectParameters): string {
  const pairs = list
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const host = exchange.req.headers.host ?? 'localhost';
  return `https://${host}/redirected${form === 'query' ? '?' : '#'}${pairs}`;
}
