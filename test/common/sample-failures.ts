/** Failures as the code puts them together, with examples for what is not fixed in them. */
import { diskError } from '../../main/common/disk-error.ts';
import { TripKitError } from '../../main/common/errors.ts';
import type { ErrorKind } from '../../main/common/failure.ts';
import { CallFailure } from '../../main/service/answer.ts';
import { readGrant } from '../../main/service/authenticate.ts';
import { answerFailure, unreadableAnswer } from '../../main/service/bearer-call.ts';
import { captivePortal, networkFailure } from '../../main/service/network-failure.ts';
import { refusal } from '../../main/service/proxy-tunnel.ts';
import { databaseError } from '../../main/store/database-error.ts';

interface SampleFailure {
  name: string;
  /** Null: of a proxy; the call completes its message. */
  kind: ErrorKind | null;
  message: string;
  /** Whether the app tries again. */
  waits: boolean;
}

/** Of every status and code that the app distinguishes, from a service and from a portal. */
export function sampleFailures(): SampleFailure[] {
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
            kind: failure instanceof TripKitError ? failure.kind : null,
            message: failure.message,
            waits: !(failure instanceof CallFailure) || failure.remedy === 'wait',
          },
        ]
      : [],
  );
}
