/** Every message that a person can see gives one order, and none that another part of it takes back. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { describe, expect, it, test } from 'vitest';
import { diskError } from '../../main/common/disk-error.ts';
import { whileTrying } from '../../main/kits/waits.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { readGrant } from '../../main/service/authenticate.ts';
import { answerFailure, unreadableAnswer } from '../../main/service/bearer-call.ts';
import { captivePortal, networkFailure } from '../../main/service/network-failure.ts';
import { refusal } from '../../main/service/proxy-tunnel.ts';
import { databaseError } from '../../main/store/database-error.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Verbs that begin an order of ours. */
const VERBS =
  'Ask|Change|Check|Choose|Clear|Close|Connect|Copy|Correct|Decide|Do not|Don’t|Drag|Enter|Fill|Free|Give|Go|Import|Install|Look|Make|Move|Open|Paste|Quit|Remove|Rename|Renew|Request|Restart|Save|Select|Send|Sign in|Split|Start|Switch|Tell|Try|Type|Unlock|Update|Use|Wait|Write';
const ORDER = new RegExp(`^(?:Then |Please |(?:To|If|Where|On) [^,]+, )?(?:${VERBS}|sign in)\\b`);
/** What comes when the first advice did not help belongs to it. */
const ESCALATION = /^(?:If it (?:stays so|happens again)|If that does not help),/;
const FORBIDDEN =
  /(?:^|[.;,:] )(?:so |and |then )*(?:do not|don’t) (?:request|send|try|go on|start|open|use)\b/i;
const AGAIN = /\b(?:try|request|send|start|open)(?: it| the kit)? again\b/i;
const BY_ITSELF = /(?:again automatically|by itself|goes on automatically)/;

/** What is wrong with a message; '' where nothing is. */
function fault(message: string): string {
  const sentences = message.split(/(?<=[.!?]) +/);
  const orders = sentences.filter((sentence) => ORDER.test(sentence) && !ESCALATION.test(sentence));
  if (orders.length > 1) return `${orders.length} orders`;
  if (FORBIDDEN.test(message) && AGAIN.test(message.replace(FORBIDDEN, '')))
    return 'forbids what it asks for';
  if (/(?:^|[.;] |and |then )try again\b/i.test(message) && BY_ITSELF.test(message))
    return 'asks for what the app does';
  return '';
}

/** As much of a syntax tree as is read here. */
interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The texts of an expression, one for each way that it can go; `…` stands for what is not known here. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return ['…'];
  if (node.type === 'Literal') return [typeof node.value === 'string' ? node.value : '…'];
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type !== 'TemplateLiteral') return ['…'];
  const quasis = node.quasis as { value: { cooked: string } }[];
  const expressions = node.expressions as unknown[];
  return quasis.reduce<string[]>(
    (texts, { value }, index) => {
      const more = index < expressions.length ? textsOf(expressions[index]) : [''];
      return texts.flatMap((text) => more.map((next) => text + value.cooked + next)).slice(0, 64);
    },
    [''],
  );
}

/** The sentences that a file can show; the log's are for support. */
function messagesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(messagesIn);
  if (!isNode(node) || node.type === 'ImportDeclaration') return [];
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
  if (isNode(callee?.object) && callee.object.name === 'log') return [];
  const own = ['Literal', 'TemplateLiteral'].includes(node.type)
    ? textsOf(node).filter((text) => / /.test(text) && /[.!?]$/.test(text.trim()))
    : [];
  return [...own, ...Object.values(node).flatMap(messagesIn)];
}

describe('the messages in the code', () => {
  const files = globSync(['main/**/*.ts', 'preload/**/*.ts', 'renderer/**/words.ts'], { cwd: root });

  it.each(files)('%s', (file) => {
    const program = parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' });
    const faults = messagesIn(program.body).flatMap((message) => {
      const found = fault(message);
      return found === '' ? [] : [`${found}: ${message}`];
    });
    expect(faults).toEqual([]);
  });

  it('are found, and what is wrong with one is seen', () => {
    const all = files.flatMap((file) =>
      messagesIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }).body),
    );
    expect(all.length).toBeGreaterThan(500);
    expect(fault('It failed. Check the network. Tell your IT.')).toBe('2 orders');
    expect(fault('Do not request it again before you know. Sign in, then try again.')).not.toBe('');
    expect(fault('Sign in, and do not request it again: open a page, then try again.')).toBe(
      'forbids what it asks for',
    );
    expect(fault('It is sent again automatically. It failed, then try again.')).toBe(
      'asks for what the app does',
    );
    expect(fault('It failed. Try again; if it stays so, tell your IT.')).toBe('');
  });
});

/** Failures as they are put together: of every status and code that is told apart, from a service and from a portal. */
function failures(): { name: string; message: string; waits: boolean }[] {
  const place = { host: 'api.example', now: 0 };
  const made: [name: string, failure: Error | null][] = [];
  for (const [kind, text] of [
    ['json', '{"messages":[{"code":"9","type":"Error","message":"Something"}]}'],
    ['page', '<html>'],
  ] as const) {
    for (const status of [200, 302, 400, 401, 403, 404, 418, 429, 500, 503, 511]) {
      const answer = { status, headers: { location: 'https://portal.example/' }, text };
      made.push([`${kind} ${status}`, answerFailure(answer, place)]);
      made.push([
        `${kind} ${status} portal`,
        captivePortal(answer, { role: 'api', origin: 'https://api.example' }),
      ]);
      made.push([
        `${kind} ${status} unreadable`,
        unreadableAnswer(answer, place, 'bad', 'says nothing', { advice: 'Try again later.' }),
      ]);
      try {
        readGrant(answer, { state: 's', host: 'auth.example', now: 0 });
      } catch (error) {
        made.push([`${kind} ${status} grant`, error as Error]);
      }
    }
  }
  const codes =
    'ENOTFOUND ECONNREFUSED ETIMEDOUT ENETUNREACH UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ECONNRESET ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED SELF_SIGNED_CERT_IN_CHAIN ERR_SSL_X ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE EPROTO';
  for (const code of codes.split(' ')) {
    for (const client_certificate of [true, false]) {
      const error = Object.assign(new Error(code), { code });
      const where = { role: 'auth', host: 'auth.example', connected: true, client_certificate } as const;
      made.push([`${code} ${client_certificate}`, networkFailure(error, where)]);
    }
  }
  for (const status of [302, 403, 407, 502, 511])
    made.push([
      `proxy ${status}`,
      refusal({ type: 'http', host: 'proxy', port: 80 }, { status, schemes: [] }),
    ]);
  for (const code of ['ENOSPC', 'EACCES', 'EROFS', 'ENOENT', 'EIO', 'EBUSY', 'EMFILE', 'EFBIG', 'EX'])
    made.push([code, diskError(Object.assign(new Error(code), { code }), 'Saving the document', '/a/b')]);
  for (const errcode of [5, 7, 10, 11, 13, 14])
    made.push([
      `sqlite ${errcode}`,
      databaseError(Object.assign(new Error('x'), { errcode }), '/tmp/none/user.sqlite'),
    ]);
  return made.flatMap(([name, failure]) =>
    failure
      ? [
          {
            name,
            message: failure.message,
            waits: !(failure instanceof CallFailure) || failure.remedy === 'wait',
          },
        ]
      : [],
  );
}

test.each(failures())('$name', ({ message, waits }) => {
  expect(fault(message)).toBe('');
  // On the line of a kit that the app tries again by itself nobody is asked to do that.
  if (waits) expect(whileTrying(message)).not.toMatch(/try again|stays so/i);
  expect(whileTrying(message)).toMatch(/\.$/);
});
