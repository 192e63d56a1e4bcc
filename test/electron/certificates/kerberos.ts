/**
 * A Kerberos realm of a test's own (MIT krb5): one key distribution center on loopback, one user with a ticket, and one service,
 * HTTP/localhost. No root is needed: everything is in a folder, and found by KRB5_CONFIG.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { runProgram } from './programs.ts';

const REALM = 'TESTS.EXAMPLE';
const USER = 'pilot';
/** Until the center listens, ms. */
const START_TIMEOUT_MS = 20_000;
const LOOK_MS = 50;
/** Debian has the servers where only root looks. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

/** Reads a token as base64 and prints who it is of: by Debian's own Python, whose package python3-gssapi is. */
const ACCEPT = `import base64, sys, gssapi
context = gssapi.SecurityContext(creds=gssapi.Credentials(usage="accept"))
context.step(base64.b64decode(sys.stdin.read()))
print(context.initiator_name if context.complete else "")
`;

export interface Realm {
  /** For programs that are to use the user's ticket. */
  env: { KRB5_CONFIG: string; KRB5CCNAME: string };
  /** The user, as name@realm. */
  user: string;
  /** Who a SPNEGO token for HTTP/localhost is of; null where it is none. */
  accept(token: Buffer): Promise<string | null>;
  /** What the key distribution center has written. */
  log(): Promise<string>;
  close(): Promise<void>;
}

/** Starts a realm, and gets its user a ticket. @throws Error where a program of krb5 fails */
export async function startRealm(folder: string): Promise<Realm> {
  await mkdir(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  await writeFile(
    at('krb5.conf'),
    `[libdefaults]
  default_realm = ${REALM}
  dns_lookup_kdc = false
  dns_lookup_realm = false
  dns_canonicalize_hostname = false
  rdns = false
[realms]
  ${REALM} = {
    kdc = 127.0.0.1:${port}
  }
[domain_realm]
  localhost = ${REALM}
[logging]
  kdc = FILE:${at('kdc.log')}
`,
  );
  await writeFile(
    at('kdc.conf'),
    `[kdcdefaults]
  kdc_listen = 127.0.0.1:${port}
  kdc_tcp_listen = 127.0.0.1:${port}
[realms]
  ${REALM} = {
    database_name = ${at('principal')}
    key_stash_file = ${at('stash')}
    acl_file = ${at('kadm5.acl')}
  }
`,
  );
  const env = {
    KRB5_CONFIG: at('krb5.conf'),
    KRB5CCNAME: `FILE:${at('tickets')}`,
  };
  const all = { ...env, PATH, KRB5_KDC_PROFILE: at('kdc.conf'), KRB5_KTNAME: at('keytab') };
  await runProgram('kdb5_util', ['create', '-s', '-r', REALM, '-P', 'a password'], { env: all });
  await runProgram('kadmin.local', ['-r', REALM, 'addprinc', '-pw', 'a password', USER], { env: all });
  await runProgram('kadmin.local', ['-r', REALM, 'addprinc', '-randkey', 'HTTP/localhost'], { env: all });
  await runProgram('kadmin.local', ['-r', REALM, 'ktadd', '-k', at('keytab'), 'HTTP/localhost'], {
    env: all,
  });
  const center = spawn('krb5kdc', ['-n', '-r', REALM], { env: { ...process.env, ...all }, stdio: 'ignore' });
  const log = async () => (existsSync(at('kdc.log')) ? readFile(at('kdc.log'), 'utf8') : '');
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await log()).includes('commencing operation')) {
    if (center.exitCode !== null || performance.now() > end) {
      center.kill();
      throw new Error(`The key distribution center did not start: ${await log()}`);
    }
    await setTimeout(LOOK_MS);
  }
  await runProgram('kinit', [USER], { env: all, input: 'a password\n' });
  return {
    env,
    user: `${USER}@${REALM}`,
    accept: (token) =>
      runProgram('/usr/bin/python3', ['-c', ACCEPT], { env: all, input: token.toString('base64') }).then(
        (said) => said.trim() || null,
        () => null,
      ),
    log,
    async close() {
      if (center.exitCode !== null) return;
      const ended = once(center, 'exit');
      center.kill();
      await ended;
    },
  };
}
