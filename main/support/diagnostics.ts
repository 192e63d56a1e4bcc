/** Information for support, in sections of text that a person reads and sends: without secrets, and redacted as a whole. */

import { X509Certificate } from 'node:crypto';
import { arch, release, totalmem, type, version } from 'node:os';
import { watchedFolders } from '../../preload/contract/desk.ts';
import type { DiagnosticsPart, DiagnosticsPreview, IdentityKind, Notice } from '../../preload/contract.ts';
import { MARK, redactLog, redactText } from '../common/redact.ts';
import type { CertificateFacts } from '../identity/certificate-facts.ts';
import type { ManagedDecisions } from '../policies/read-policies.ts';
import { type JsonValue, parseServiceProfile, type ServiceProfile } from '../profile/profile.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { ProfileStore } from '../store/profile-store.ts';
import { logTail } from './app-log.ts';
import { withoutPerson } from './crash-report.ts';
import { listCrashReports, readCrashReport } from './stored-crash-reports.ts';

/** How many of the newest kits are listed; the others are counted by state. */
const MAX_KITS = 200;

export interface DiagnosticsDeps {
  app: { version: string; host: string; packaged: boolean };
  settings: unknown;
  managed: ManagedDecisions | null;
  profiles: Pick<ProfileStore, 'list'> & { isManaged(id: string): boolean };
  /** Public facts of a profile's certificate, and the kind of its key; null if there is none. */
  factsOf(profile_id: string): Promise<(CertificateFacts & { kind: IdentityKind }) | null>;
  kits: Pick<KitStore, 'list' | 'history'>;
  notices: readonly Notice[];
  /** Folder of the logs, absolute. */
  logs: string;
  /** Folder of the crash reports, absolute. */
  crashes: string;
  /** Ms since 1970 UTC. */
  now: number;
}

/** The parts of the file, in order. The first is always included; the others may be left out. */
export const diagnosticsParts = ['about', 'profiles', 'kits', 'crashes', 'log'] as const;

/** One part of the file, word for word. */
export type DiagnosticsSection = DiagnosticsPreview['sections'][number];

const TITLES: Readonly<Record<DiagnosticsSection['part'], string>> = {
  about: 'the app, this computer, settings and notices',
  profiles: 'the profiles and their certificates',
  kits: 'the newest kits',
  crashes: 'crash reports',
  log: 'the end of the log',
};

/** The sections. A part that can't be read says so; the whole never fails. */
export async function collectDiagnostics(deps: DiagnosticsDeps): Promise<DiagnosticsSection[]> {
  const log = logTail(deps.logs);
  const texts: Record<DiagnosticsSection['part'], string> = {
    about: [
      'Trip Kit Desktop: diagnostics for support.',
      'This file holds no passphrase, no key, no access token and no document. Read it before you send it.',
      '',
      jsonOf(aboutFacts(deps)),
    ].join('\n'),
    profiles: jsonOf(await profileFacts(deps)),
    kits: jsonOf(valueOrReason(() => kitFacts(deps.kits))),
    crashes: jsonOf(await crashFacts(deps.crashes)),
    log: log === null ? 'There is no log, or it can’t be read.' : redactLog(log),
  };
  return diagnosticsParts.map((part) => {
    const head = part === 'about' ? '' : `\n--- ${TITLES[part]} ---\n`;
    return {
      part,
      text: withVisibleCharacters(withoutPerson(`${head}${texts[part]}\n`)),
      left_out: `${head}Left out by the person who saved this file.\n`,
    };
  });
}

/** The text of the file without these parts. */
export function diagnosticsText(
  sections: readonly DiagnosticsSection[],
  without: readonly DiagnosticsPart[],
): string {
  return sections
    .map(({ part, text, left_out }) => (part !== 'about' && without.includes(part) ? left_out : text))
    .join('');
}

/** Replaces characters that are invisible on a screen or reverse the order of others: the person sees exactly the file's content. */
function withVisibleCharacters(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}

/** Redacts each text separately first: in the whole JSON a key without an end would hide everything after it. */
function jsonOf(facts: unknown): string {
  return redactText(JSON.stringify(redactDeep(facts), null, 2));
}

function aboutFacts({ app, settings, managed, notices, now }: DiagnosticsDeps) {
  return {
    written_at: iso(now),
    app: { ...app, versions: process.versions },
    system: {
      platform: process.platform,
      arch: arch(),
      type: type(),
      release: release(),
      version: version(),
      memory_mb: Math.round(totalmem() / 2 ** 20),
      // Only which are set, not their values: proxies may have credentials.
      proxy_variables: ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].filter(
        (name) => process.env[name] ?? process.env[name.toLowerCase()],
      ),
      node_extra_ca_certs: process.env.NODE_EXTRA_CA_CERTS !== undefined,
    },
    settings: withoutWebhook(settings),
    managed: managed && {
      state: managed.state,
      file: managed.file,
      settings: withoutWebhook(managed.settings),
    },
    notices,
  };
}

/** Settings, all or their values. The path of a webhook may be enough to post to it, and arguments of a program may contain a token. */
function withoutWebhook(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings;
  const facts: Record<string, unknown> = { ...settings };
  if (facts.values !== undefined) facts.values = withoutWebhook(facts.values);
  const watch = watchedFolders.safeParse(facts.watch);
  if (watch.success) {
    const { command, webhook, ...folders } = watch.data;
    facts.watch = {
      ...folders,
      command: command && [command[0], ...command.slice(1).map(() => MARK)],
      webhook: webhook && `${new URL(webhook).origin}/${MARK}`,
    };
  } else if (facts.watch) facts.watch = MARK;
  return facts;
}

/** The number of newest crash reports that are shown. */
const MAX_CRASHES = 10;

async function crashFacts(folder: string) {
  const all = await listCrashReports(folder);
  const newest = await Promise.all(
    all.slice(0, MAX_CRASHES).map(async ({ name }) => {
      const report = await readCrashReport(folder, name);
      // The end of the log has its own section.
      return report === null ? { name, damaged: true } : { name, ...report, log: undefined };
    }),
  );
  return { count: all.length, newest };
}

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
      profile: valueOrReason(() => describeProfile(parseServiceProfile(text))),
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
      history: valueOrReason(() =>
        kits.history(kit.id).map(({ at, state, what }) => `${iso(at)} ${state}: ${what}`),
      ),
    })),
  };
}

function valueOrReason<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return `This can’t be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function iso(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
}

/**
 * A profile for support: certificates as fingerprints, the client_id masked, and of the request's template only the
 * placeholders, since an airline's constants in it may be confidential.
 */
function describeProfile(profile: ServiceProfile): object {
  const { request, trust, client_id, ...rest } = profile;
  return {
    ...rest,
    client_id: masked(client_id),
    trust: { auth: roots(trust.auth), api: roots(trust.api), storage: roots(trust.storage) },
    request: { ...request, path: placeholders(request.path), body: templateOf(request.body) },
  };
}

/** Enough to recognise it in a list, not enough to use it. */
function masked(text: string): string {
  return `${text.slice(0, 2)}… (${text.length} characters)`;
}

function roots(trust: ServiceProfile['trust']['auth']): unknown {
  if (trust === 'system') return trust;
  return trust.map((pem) => {
    try {
      const { subject, fingerprint256, validTo } = new X509Certificate(pem);
      return { subject: (subject ?? '').replaceAll('\n', ', '), sha256: fingerprint256, valid_to: validTo };
    } catch {
      return 'can’t be read';
    }
  });
}

function templateOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return /^\{\w+\??\}$/.test(value) ? value : '…';
  if (Array.isArray(value)) return value.map(templateOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, templateOf(part)]));
}

/** Path segments and placeholders; the query is dropped. */
function placeholders(path: string): string {
  const end = path.indexOf('?');
  return end < 0 ? path : `${path.slice(0, end)}?…`;
}
