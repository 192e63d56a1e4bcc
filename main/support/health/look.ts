/** Checks the health of one person's installation: read-only, whether the app is running or not. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { arch, release } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { watchedFolders } from '../../../preload/contract/desk.ts';
import { errorCode } from '../../common/files.ts';
import { parsedJson } from '../../common/json-text.ts';
import { APP_VERSION } from '../../common/version.ts';
import { inTime } from '../../common/wait.ts';
import { libraryFiles, planStart } from '../../documents/library-files.ts';
import type { CertificateFacts } from '../../identity/certificate-facts.ts';
import { expiryNotice } from '../../identity/expiry.ts';
import { IdentityFiles } from '../../identity/identity-file.ts';
import { listSets } from '../../parcels/backup/backup-set.ts';
import { profileOrNull, type ServiceProfile } from '../../profile/profile.ts';
import { USER_DATABASE } from '../../store/user-database.ts';
import { readRecord } from '../../updates/update-record.ts';
import { listCrashReports } from '../stored-crash-reports.ts';
import { readUserData, type StoredShelf, type UserData, type UserFacts } from './databases.ts';
import {
  HEALTH_FORM,
  type HealthCertificate,
  type HealthLibrary,
  type HealthReport,
  type HealthShelf,
  isoOrNull,
} from './health-report.ts';
import {
  findProblems,
  type HealthContext,
  type PolicyInForce,
  readPolicy,
  unknownPolicy,
} from './problems.ts';
import { isAppRunning } from './user-folder.ts';

const DAY_MS = 86_400_000;

interface HealthOptions {
  /** The person's folder, absolute. */
  user_data: string;
  /** A folder of our own, for copies of databases; absolute. */
  aside: string;
  /** How long one part may take, ms. */
  part_ms: number;
  /** Ms since 1970 UTC. */
  now: number;
  policy?: () => Promise<PolicyInForce>;
}

/** The report. Never rejects: a part that can't be read, or not in time, says so. */
export async function lookAtHealth({
  user_data,
  aside,
  part_ms,
  now,
  policy = readPolicy,
}: HealthOptions): Promise<HealthReport> {
  const late: string[] = [];
  const part = async <T>(name: string, work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await inTime(work, part_ms, () => new Late());
    } catch (error) {
      if (error instanceof Late) late.push(name);
      return otherwise;
    }
  };
  const decided = await part('the policies', policy(), unknownPolicy);
  const head = headOf(now, decided);
  const app = { version: APP_VERSION, running: null, channel: decided.policies.update_channel };
  const folder = await part('the folder', folderState(user_data), 'timeout');
  if (folder !== 'ok') {
    return finish({ ...head, ...emptyParts, app, folder: { state: folder } }, { ...emptyContext, late });
  }

  const running = part('whether the app runs', isAppRunning(user_data), null);
  const [library, files] = await Promise.all([
    part<UserData>('the library', readUserData(user_data, aside), {
      state: 'timeout',
      version: null,
      found: null,
    }),
    part(
      'the documents',
      libraryFiles(join(user_data, 'documents')).catch(() => 'unreadable' as const),
      null,
    ),
  ]);
  const profiles = profilesOf(library.found, decided);
  const report = {
    ...head,
    app: { ...app, running: await running },
    folder: { state: folder },
    certificates: await part('the certificates', certificatesOf(user_data, profiles, now), null),
    shelves: library.found && shelvesOf(profiles ?? [], library.found.shelves),
    library: libraryPart(library, files === 'unreadable' ? null : files),
    service: library.found?.service ?? null,
    audit: { ...emptyParts.audit, ...library.found?.audit, state: library.state },
    backups: await part('the backup copies', backupsOf(user_data, now), null),
    disk: await part('the disk', diskOf(user_data), emptyParts.disk),
    updates: await part('the update record', updatesOf(user_data), null),
    watch: await watchOf(user_data, library.found?.journal, decided.state, part),
    crashes: await part('the crash reports', crashesOf(user_data, now), null),
  };
  const created = library.found?.kits.map(({ created_at }) => created_at) ?? [];
  return finish(report, {
    changed_at: await part('the library', changedAt(user_data), null),
    oldest_kit_at: created.reduce<number | null>((first, at) => Math.min(first ?? at, at), null),
    documents_unreadable: files === 'unreadable',
    late,
  });
}

class Late extends Error {}
type InPart = <T>(name: string, work: Promise<T>, otherwise: T) => Promise<T>;

/** The context of an empty report. */
const emptyContext: HealthContext = {
  changed_at: null,
  oldest_kit_at: null,
  documents_unreadable: false,
  late: [],
};

function finish(facts: Omit<HealthReport, 'state' | 'problems'>, context: HealthContext): HealthReport {
  const problems = findProblems(facts, context);
  const { event, form, at, ...rest } = facts;
  return { event, form, at, state: problems.length === 0 ? 'ok' : 'attention', problems, ...rest };
}

/** The report if even the checking process did not finish. @param now ms since 1970 UTC */
export function timedOut(now: number): HealthReport {
  const app = { version: APP_VERSION, running: null, channel: 'stable' as const };
  const facts = { ...headOf(now, unknownPolicy), ...emptyParts, app, folder: { state: 'timeout' as const } };
  return finish(facts, emptyContext);
}

/** The parts of a report that need no folder. */
function headOf(now: number, { state }: PolicyInForce) {
  return {
    event: 'health' as const,
    form: HEALTH_FORM as typeof HEALTH_FORM,
    at: new Date(now).toISOString(),
    system: { platform: process.platform, arch: arch(), release: release() },
    policy: state,
    keychain: null,
  };
}

/** The parts of a report if the folder can't be read. */
const emptyParts = {
  certificates: null,
  shelves: null,
  library: { state: 'missing', version: null, kits: null, documents: null },
  service: null,
  audit: { state: 'missing', entries: null, last_at: null, complete: null },
  backups: null,
  disk: { free_bytes: null, total_bytes: null, used_bytes: null },
  updates: null,
  watch: { on: false, in: null, out: null, under_way: null, untold: null },
  crashes: null,
} satisfies Partial<HealthReport>;

async function folderState(user_data: string): Promise<HealthReport['folder']['state']> {
  try {
    await readdir(user_data);
    return 'ok';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

function libraryPart(
  { state, version, found }: UserData,
  files: Awaited<ReturnType<typeof libraryFiles>> | null,
): HealthLibrary {
  if (found === null) return { state, version, kits: null, documents: null };
  const by_state: NonNullable<HealthLibrary['kits']>['by_state'] = {};
  for (const kit of found.kits) by_state[kit.state] = (by_state[kit.state] ?? 0) + 1;
  const kits = { total: found.kits.length, by_state };
  if (files === null) return { state, version, kits, documents: null };
  const { gone, damaged } = planStart(found.kits, files, 0);
  const pdfs = files.filter(({ name }) => name.endsWith('.pdf'));
  const documents = {
    count: pdfs.length,
    bytes: pdfs.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0),
    missing: gone.length,
    damaged: damaged.length,
  };
  return { state, version, kits, documents };
}

interface HealthProfile {
  id: string;
  name: string;
  managed: boolean;
  shelf: ServiceProfile['shelf'];
}

/** The profiles of the person and of administrators; null if they are not known. */
function profilesOf(
  found: UserFacts | null,
  { profiles: managed }: PolicyInForce,
): readonly HealthProfile[] | null {
  // Without the library the person's own profiles are not known.
  if (found === null && managed.length === 0) return null;
  const own = (found?.profiles ?? []).filter(({ id }) => !managed.some((profile) => profile.id === id));
  return [...managed, ...own].map(({ id, text }, index) => {
    const { name, shelf } = profileOrNull(text) ?? { name: 'a profile that can’t be read', shelf: null };
    return { id, name, managed: index < managed.length, shelf };
  });
}

function shelvesOf(profiles: readonly HealthProfile[], stored: readonly StoredShelf[]): HealthShelf[] {
  return profiles.flatMap(({ id, name, shelf }) => {
    if (shelf === null) return [];
    const known = stored.find(({ profile_id }) => profile_id === id);
    return {
      profile: name,
      wants: known?.wants === 'all' ? 'all' : (known?.wants.length ?? 0),
      heard_at: isoOrNull(known?.heard_at),
      valid_until: isoOrNull(known?.valid_until),
      heard_within_hours: shelf.heard_within_hours,
    };
  });
}

async function certificatesOf(
  user_data: string,
  profiles: readonly HealthProfile[] | null,
  now: number,
): Promise<HealthCertificate[] | null> {
  const files = new IdentityFiles(join(user_data, 'identities'));
  return (
    profiles &&
    Promise.all(
      profiles.map(async ({ id, name, managed, shelf }) => {
        const record = await files.read(id).catch(() => 'damaged' as const);
        const facts = record === null || record === 'damaged' ? null : record.facts;
        // Kits of a shelf need none.
        const none = shelf === null ? 'missing' : 'not_needed';
        const state = facts === null ? (record === null ? none : 'damaged') : stateOf(facts, now);
        return {
          profile: name,
          managed,
          kind: record === null || record === 'damaged' ? null : record.kind,
          state,
          valid_to: isoOrNull(facts?.valid_to),
          days_left: facts === null ? null : Math.floor((facts.valid_to - now) / DAY_MS),
        };
      }),
    )
  );
}

function stateOf({ valid_from, valid_to }: CertificateFacts, now: number): HealthCertificate['state'] {
  if (now < valid_from) return 'not_yet_valid';
  const { level } = expiryNotice(valid_to, now);
  if (level === 'expired') return level;
  return level === 'none' ? 'valid' : 'expiring';
}

async function backupsOf(user_data: string, now: number): Promise<HealthReport['backups']> {
  const sets = await listSets(join(user_data, 'backups'));
  const newest = sets[0]?.made_at ?? null;
  return {
    count: sets.length,
    newest_at: isoOrNull(newest),
    age_hours: newest === null ? null : Math.floor((now - newest) / 3_600_000),
  };
}

async function diskOf(user_data: string): Promise<HealthReport['disk']> {
  const { bavail, blocks, bsize } = await statfs(user_data);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize, used_bytes: await bytesOf(user_data, 4) };
}

/** The size of a folder's content; files that disappear or can't be read are ignored. Links are not followed. */
async function bytesOf(folder: string, depth: number): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let sum = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) sum += await bytesOf(path, depth - 1);
    else if (entry.isFile())
      sum += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return sum;
}

async function updatesOf(user_data: string): Promise<HealthReport['updates']> {
  const record = readRecord(await readFile(join(user_data, 'update-state.json'), 'utf8'));
  if (record === null) return null;
  const { running, came, unfinished_starts, checked_at } = record;
  return { running, came_from: came?.from ?? null, unfinished_starts, checked_at: isoOrNull(checked_at) };
}

const watchSetting = z.looseObject({ values: z.looseObject({ watch: watchedFolders.nullable() }) });

async function watchOf(
  user_data: string,
  journal: UserFacts['journal'] | undefined,
  { decisions }: PolicyInForce['state'],
  part: InPart,
): Promise<HealthReport['watch']> {
  const text = await part('the settings', readFile(join(user_data, 'settings.json'), 'utf8'), '');
  const managed = decisions.find(({ name }) => name === 'watch');
  const settings = managed === undefined ? text : `{"values":{"watch":${managed.value}}}`;
  const folders = watchSetting.safeParse(parsedJson(settings)).data?.values.watch ?? null;
  if (folders === null) return emptyParts.watch;
  const reach = (folder: string) =>
    part<'ok' | 'unreachable'>(
      'a watched folder',
      readdir(folder).then(
        () => 'ok',
        () => 'unreachable',
      ),
      'unreachable',
    );
  const [from, to] = await Promise.all([reach(folders.in), reach(folders.out)]);
  return {
    on: true,
    in: from,
    out: to,
    under_way: journal?.under_way ?? null,
    untold: journal?.untold ?? null,
  };
}

async function crashesOf(user_data: string, now: number): Promise<HealthReport['crashes']> {
  const reports = await listCrashReports(join(user_data, 'crashes'));
  const [last] = reports;
  return {
    count: reports.length,
    copied: 0,
    last_at: isoOrNull(last?.at),
    last_kind: last?.kind ?? null,
    last_day: reports.filter(({ at }) => now - at < DAY_MS && at <= now).length,
  };
}

/** When the library was last written to, ms since 1970 UTC; null if there is none. */
async function changedAt(user_data: string): Promise<number | null> {
  const times = await Promise.all(
    [USER_DATABASE, `${USER_DATABASE}-wal`].map((name) =>
      stat(join(user_data, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
    ),
  );
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
}
