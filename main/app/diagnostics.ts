/** What support needs to know, as one text for a person to read and send: nothing secret, and redacted as a whole. */
import { open } from 'node:fs/promises';
import { arch, homedir, hostname, release, totalmem, type, version } from 'node:os';
import { join } from 'node:path';
import { redactText } from '../common/redact.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { KitStore } from '../library/kit-store.ts';
import type { ProfileStore } from '../library/profile-store.ts';
import type { ManagedProfile } from '../profile/managed-profile.ts';
import { parseServiceProfile } from '../profile/profile.ts';
import type { AppNotice } from './notices.ts';
import { describeProfile } from './profile-facts.ts';
import { userName } from './user-name.ts';

/** The newest kits are listed; the others are counted by state. */
const MAX_KITS = 200;
/** So much of the end of the log goes along, bytes. */
const MAX_LOG = 512 * 1024;
/** The names of the log files, older first (main/app/app-log.ts). */
const LOG_FILES = ['trip-kit-desktop.log.1', 'trip-kit-desktop.log'];

export interface DiagnosticsDeps {
  app: { version: string; host: string; packaged: boolean };
  settings: unknown;
  managed: ManagedProfile | null;
  profiles: Pick<ProfileStore, 'list'> & { isManaged(id: string): boolean };
  /** Public facts of a profile's certificate; null where there is none. */
  factsOf(profile_id: string): Promise<CertificateFacts | null>;
  kits: Pick<KitStore, 'list' | 'history'>;
  notices: readonly AppNotice[];
  /** Folder of the logs, absolute. */
  logs: string;
  /** Ms since 1970 UTC. */
  now: number;
}

/** The text. A part that can't be read says so in its place; it never fails as a whole. */
export async function collectDiagnostics(deps: DiagnosticsDeps): Promise<string> {
  const { app, settings, managed, notices, now } = deps;
  const facts = {
    written_at: iso(now),
    app: { ...app, versions: process.versions },
    system: {
      platform: process.platform,
      arch: arch(),
      type: type(),
      release: release(),
      version: version(),
      memory_mb: Math.round(totalmem() / 2 ** 20),
      // Whether, not which: proxies may carry credentials.
      proxy_variables: ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].filter(
        (name) => process.env[name] ?? process.env[name.toLowerCase()],
      ),
      node_extra_ca_certs: process.env.NODE_EXTRA_CA_CERTS !== undefined,
    },
    settings,
    managed: managed && { state: managed.state, file: managed.file, settings: managed.settings },
    notices,
    profiles: await profileFacts(deps),
    kits: attempt(() => kitFacts(deps.kits)),
  };
  const log = await logTail(deps.logs);
  const text = [
    'Trip Kit Desktop: diagnostics for support.',
    'This file holds no passphrase, no key, no access token and no document. Read it before you send it.',
    '',
    // Text by text first: a key that was cut off would take everything behind it along.
    redactText(JSON.stringify(redactDeep(facts), null, 2)),
    '',
    '--- the end of the log ---',
    log.split(ENTRY).map(redactText).join(''),
  ].join('\n');
  return `${withoutPerson(text)}\n`;
}

/** Where an entry of the log begins (main/app/app-log.ts). */
const ENTRY = /^(?=\d{4}-\d\d-\d\dT)/m;

function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [redactText(key), redactDeep(part)]));
}

async function profileFacts({ profiles, factsOf }: DiagnosticsDeps): Promise<unknown[]> {
  const facts: unknown[] = [];
  for (const { id, text, added_at } of profiles.list()) {
    const managed = profiles.isManaged(id);
    const identity = await factsOf(id).catch(() => null);
    facts.push({
      id,
      managed,
      added_at: iso(added_at),
      profile: attempt(() => describeProfile(parseServiceProfile(text))),
      identity: identity && {
        ...identity,
        valid_from: iso(identity.valid_from),
        valid_to: iso(identity.valid_to),
      },
    });
  }
  return facts;
}

function kitFacts(kits: DiagnosticsDeps['kits']): unknown {
  const all = kits.list();
  const by_state: Partial<Record<KitRecord['state'], number>> = {};
  for (const { state } of all) by_state[state] = (by_state[state] ?? 0) + 1;
  return {
    by_state,
    newest: all.slice(0, MAX_KITS).map((kit) => ({
      ...kit,
      created_at: iso(kit.created_at),
      state_since: iso(kit.state_since),
      requested_at: kit.requested_at === null ? null : iso(kit.requested_at),
      history: attempt(() =>
        kits.history(kit.id).map(({ at, state, what }) => `${iso(at)} ${state}: ${what}`),
      ),
    })),
  };
}

async function logTail(folder: string): Promise<string> {
  let left = MAX_LOG;
  const tails: string[] = [];
  for (const name of [...LOG_FILES].reverse()) {
    const tail = await endOf(join(folder, name), left).catch(() => null);
    if (tail === null) continue;
    tails.unshift(tail);
    left -= Buffer.byteLength(tail);
    if (left <= 0) break;
  }
  return tails.length === 0 ? 'There is no log, or it can’t be read.' : tails.join('');
}

/** The last whole lines of a file. */
async function endOf(path: string, max_bytes: number): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const from = Math.max(0, size - max_bytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const text = buffer.toString('utf8', 0, bytesRead);
  return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
}

function attempt<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return `This can’t be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Without the names of the person, which paths hold, and of the computer. */
function withoutPerson(text: string): string {
  const names: [string, string][] = [
    [JSON.stringify(homedir()).slice(1, -1), '~'],
    [homedir(), '~'],
    [hostname(), 'this-computer'],
  ];
  const rest = names.reduce(
    (left, [name, word]) => (name.length > 3 ? left.replaceAll(name, word) : left),
    text,
  );
  const user = userName();
  if (user === '') return rest;
  const literal = user.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  // As a word of its own only: a short user name stands inside other words by chance.
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'giu');
  return rest.replace(word, 'this-user');
}

function iso(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
}
