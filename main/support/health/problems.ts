/** The problems in a report, and what to do: the thresholds of `tripkit health`. Pure. */

import { lockableSettings } from '../../../preload/contract/settings.ts';
import type { PolicyState } from '../../../preload/contract.ts';
import { type ManagedFileAccess, machineFiles } from '../../policies/managed-file.ts';
import { type Policies, strictestPolicies } from '../../policies/policies.ts';
import { readPolicies } from '../../policies/read-policies.ts';
import type { ManagedServiceProfile } from '../../profile/profile-book.ts';
import { shelfStanding } from '../../shelf/rules/shelf-standing.ts';
import { FAILED_STARTS } from '../../updates/update-record.ts';
import type {
  DatabaseState,
  HealthCertificate,
  HealthProblem,
  HealthReport,
  HealthShelf,
} from './health-report.ts';

// The policies of this computer, as the app would find them at a start.

/** The policies in force. */
export interface PolicyInForce {
  state: PolicyState;
  profiles: Pick<ManagedServiceProfile, 'id' | 'text'>[];
  policies: Policies;
}

/** Used if the policies could not be read in time. */
export const unknownPolicy: PolicyInForce = {
  state: { sources: [], decisions: [], profiles: [], refused: [] },
  profiles: [],
  policies: { ...strictestPolicies },
};

/** Reads the administrators' decisions. Never rejects: what can't be read or trusted is a refused source. */
export async function readPolicy(files: ManagedFileAccess = machineFiles()): Promise<PolicyInForce> {
  const { state, managed, policies } = await readPolicies(process.platform, files, lockableSettings);
  return { state, profiles: managed?.profiles ?? [], policies };
}

const HOUR_MS = 3_600_000;
/** Least free space, bytes: a kit has some 5 to 50 MB. */
const LEAST_FREE_BYTES = 1_000_000_000;
/** Largest age of a backup copy compared with the last change of the library, hours: the app makes one a day. */
const BACKUP_HOURS = 48;
/** Failed requests since the last contact that are a problem. */
const FAILURES = 3;
/** Crashes within a day that are a problem. */
const CRASHES_A_DAY = 3;

/** Facts for the problems that are not in the report. */
export interface HealthContext {
  /** When the library was last written to, ms since 1970 UTC. */
  changed_at: number | null;
  /** When the oldest kit was added to the library, ms since 1970 UTC; null if there is none, or it is not known. */
  oldest_kit_at: number | null;
  /** Whether the folder of the documents exists but can't be read. */
  documents_unreadable: boolean;
  /** Parts that could not be checked in time. */
  late: readonly string[];
}

/** The problems, most serious first. */
export function findProblems(
  report: Omit<HealthReport, 'state' | 'problems'>,
  context: HealthContext,
): HealthProblem[] {
  const { folder } = report;
  if (folder.state !== 'ok') return [...folderProblems(folder.state), ...policyProblems(report)];
  return [
    ...libraryProblems(report, context),
    ...policyProblems(report),
    ...(report.certificates ?? []).flatMap(certificateProblem),
    ...(report.shelves ?? []).flatMap((shelf) => shelfProblem(shelf, Date.parse(report.at))),
    ...serviceProblems(report),
    ...auditProblems(report),
    ...placeProblems(report, context),
    ...programProblems(report),
    ...context.late.map((part) => ({
      id: 'timeout',
      message: `This could not be looked at in time: ${part}. Check whether the disk or share answers.`,
    })),
  ];
}

function folderProblems(state: 'missing' | 'unreadable' | 'timeout'): HealthProblem[] {
  const messages = {
    missing:
      'There is no folder of the app for this account: nobody has started it yet. Give another folder with --user-data.',
    unreadable:
      'The folder of the app can’t be read. Run this as the person whose folder it is, or as administrator.',
    timeout: 'The folder of the app did not answer in time. Check whether its disk or share is there.',
  };
  return [{ id: `folder_${state}`, message: messages[state] }];
}

const databases: Record<Exclude<DatabaseState, 'ok' | 'missing'>, string> = {
  damaged:
    'is damaged. Start the app: it sets the damaged file aside, and goes on from the last backup copy.',
  newer_version: 'was written by a newer version of the app. Install that version again.',
  locked: 'is locked by another program, so that nothing is known of it.',
  unreadable: 'can’t be read. Check the access rights, and the disk.',
  unchecked:
    'could not be copied for a look at it: it is too large, or there is no space for temporary files.',
  timeout: 'could not be read in time. Check whether its disk or share answers.',
};

function database(id: string, name: string, state: DatabaseState): HealthProblem[] {
  if (state === 'ok') return [];
  const what =
    state === 'missing'
      ? 'is missing. If it was there before, start the app: it goes on from the last backup copy.'
      : databases[state];
  return [{ id: `${id}_${state}`, message: `${name} ${what}` }];
}

function libraryProblems(
  { library }: Pick<HealthReport, 'library'>,
  { documents_unreadable }: Pick<HealthContext, 'documents_unreadable'>,
): HealthProblem[] {
  const { missing = 0, damaged = 0 } = library.documents ?? {};
  const wrong = missing + damaged;
  const unreadable =
    'The folder of the kits’ documents can’t be read. Check “documents” in the app’s folder, its access rights, and the disk.';
  return [
    ...database('library', 'The library', library.state),
    ...(documents_unreadable ? [{ id: 'documents_unreadable', message: unreadable }] : []),
    ...(wrong === 0
      ? []
      : [
          {
            id: 'documents',
            message: `${wrong} of the kits’ documents ${wrong === 1 ? 'is' : 'are'} missing or of another length than ${wrong === 1 ? 'it was' : 'they were'} saved with. Start the app: it downloads them again, or says what it can’t.`,
          },
        ]),
  ];
}

function policyProblems({ policy }: Pick<HealthReport, 'policy'>): HealthProblem[] {
  const refused = [
    ...policy.sources.flatMap(({ state, problem }) =>
      state === 'refused' && problem !== null ? [problem] : [],
    ),
    ...policy.refused.map(({ name, place, reason }) => `${name} in ${place} is not in force: ${reason}`),
  ];
  return refused.map((message) => ({ id: 'policy_refused', message }));
}

function certificateProblem({ profile, state, valid_to, days_left }: HealthCertificate): HealthProblem[] {
  const day = valid_to?.slice(0, 10) ?? '';
  const messages: Partial<Record<typeof state, string>> = {
    expiring: `The certificate of the profile “${profile}” expires ${days_left === 1 ? 'in 1 day' : `in ${days_left} days`}, on ${day}. Give the person a new one.`,
    expired: `The certificate of the profile “${profile}” expired on ${day}: no kit can be requested with it. Give the person a new one.`,
    not_yet_valid: `The certificate of the profile “${profile}” is not valid yet. Check the computer’s clock.`,
    missing: `The profile “${profile}” has no certificate. Import one in set-up.`,
    damaged: `The certificate of the profile “${profile}” can’t be read. Import it again in set-up.`,
  };
  const message = messages[state];
  return message === undefined ? [] : [{ id: `certificate_${state}`, message }];
}

/** A shelf that nothing is wanted from is not read. */
function shelfProblem(shelf: HealthShelf, now: number): HealthProblem[] {
  const { profile, wants, heard_at, valid_until } = shelf;
  const standing = shelfStanding(shelf, now);
  if (wants === 0 || standing === 'heard') return [];
  if (standing === 'unheard') {
    const when = heard_at === null ? 'never' : `at ${heard_at}`;
    const message = `The shelf of the profile “${profile}” was last read ${when}: a kit may be withdrawn meanwhile. Start the app where the shelf can be reached.`;
    return [{ id: 'shelf_unheard', message }];
  }
  const message = `No desk has renewed the shelf of the profile “${profile}”: it was due at ${valid_until}. Check whether the desk’s app or “tripkit watch” runs.`;
  return [{ id: 'shelf_overdue', message }];
}

function serviceProblems({ service }: Pick<HealthReport, 'service'>): HealthProblem[] {
  if (service === null || service.failed_since < FAILURES) return [];
  const since =
    service.last_contact_at === null
      ? 'No request has succeeded yet'
      : `Since ${service.last_contact_at} no request has succeeded`;
  return [
    {
      id: 'service_failing',
      message: `${since}, and ${service.failed_since} failed. Use “Test connection” in the app’s set-up.`,
    },
  ];
}

function auditProblems({ audit }: Pick<HealthReport, 'audit'>): HealthProblem[] {
  if (audit.state !== 'ok') return database('audit', 'The activity record', audit.state);
  if (audit.complete !== false) return [];
  const message =
    'Entries at the end of the activity record are missing. Open the activity record in the app.';
  return [{ id: 'audit_incomplete', message }];
}

function placeProblems(
  report: Pick<HealthReport, 'disk' | 'backups' | 'watch'>,
  { changed_at, oldest_kit_at }: HealthContext,
): HealthProblem[] {
  const { disk, backups, watch } = report;
  const problems: HealthProblem[] = [];
  if (disk.free_bytes !== null && disk.free_bytes < LEAST_FREE_BYTES) {
    const free = Math.floor(disk.free_bytes / 1_000_000);
    problems.push({ id: 'disk_low', message: `${free} MB are free where the kits lie. Free some space.` });
  }
  if (backups !== null && changed_at !== null) {
    const check = 'Check free space and the access rights of “backups”.';
    const since = backups.newest_at === null ? oldest_kit_at : Date.parse(backups.newest_at);
    if (since !== null && changed_at - since > BACKUP_HOURS * HOUR_MS) {
      const [id, what] =
        backups.newest_at === null
          ? ['backup_missing', 'There is no backup copy, although kits are here for more than']
          : ['backup_old', 'The newest backup copy is older than the library by more than'];
      problems.push({ id, message: `${what} ${BACKUP_HOURS} hours. ${check}` });
    }
  }
  for (const way of ['in', 'out'] as const) {
    if (watch[way] !== 'unreachable') continue;
    const name = way === 'in' ? 'of trip files' : 'of deliveries';
    problems.push({
      id: `watch_${way}`,
      message: `The watched folder ${name} can’t be reached. Check whether its disk or share is there.`,
    });
  }
  return problems;
}

function programProblems({
  app,
  updates,
  crashes,
}: Pick<HealthReport, 'app' | 'updates' | 'crashes'>): HealthProblem[] {
  const problems: HealthProblem[] = [];
  // A start in progress counts as unfinished until its window is open.
  const unfinished = (updates?.unfinished_starts ?? 0) - (app.running === false ? 0 : 1);
  if (updates !== null && unfinished >= FAILED_STARTS) {
    const message = `Version ${updates.running} stopped ${unfinished} times in a row while it started. Look at the crash reports and the log.`;
    problems.push({ id: 'start_failing', message });
  }
  if (crashes !== null && crashes.last_day >= CRASHES_A_DAY) {
    const message = `The app crashed ${crashes.last_day} times within a day. Look at the crash reports.`;
    problems.push({ id: 'crashes', message });
  }
  return problems;
}
