import { isAbort, TripKitError, toFailure } from '../common/errors.ts';
import type { Failure } from '../common/failure.ts';
import { redactText } from '../common/redact.ts';
import { APP_VERSION } from '../common/version.ts';
import { environmentProxies } from '../service/proxy-environment.ts';
import { TripKitService } from '../service/trip-kit-service.ts';
import { type HeadlessCommand, readArguments, wantsJson, wantsQuiet } from './arguments.ts';
import { listCharts } from './charts.ts';
import { compareFiles } from './compare.ts';
import { aboutDeskKits } from './desk-kits.ts';
import { fetchKits } from './fetch.ts';
import { tellHealth } from './health.ts';
import { readIdentity, readProfile, readValidIdentity } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import { completion, helpOf, overview } from './pages.ts';
import { showPolicies } from './policy.ts';
import { jsonReport, peopleReport, quietReport, type Report } from './report.ts';
import { aboutShelf } from './shelf.ts';
import { listTrips } from './trips.ts';
import { watchFolders } from './watch.ts';

/** Exit codes of the headless contract. */
export const exitCode = { done: 0, someFailed: 1, wrongInput: 2, interrupted: 130 } as const;

/**
 * Runs one headless command (profile-and-headless.md, section 2). Never rejects.
 *
 * @returns the exit code
 */
export async function runHeadless(argv: readonly string[], given: HeadlessIo): Promise<number> {
  const [json, isQuiet] = [wantsJson(argv), wantsQuiet(argv)];
  const io = { ...given, isQuiet, status: json || isQuiet ? null : given.status };
  const report = json ? jsonReport(io) : isQuiet ? quietReport(io) : peopleReport(io);
  const code = await runReported(argv, io, report);
  const problem = await io.outputProblem?.();
  if (!problem) return code;
  io.err(`The output can’t be written: ${problem}. Free some space or write it elsewhere, then try again.`);
  return code === exitCode.done ? exitCode.someFailed : code;
}

async function runReported(argv: readonly string[], io: HeadlessIo, report: Report): Promise<number> {
  try {
    return await run(readArguments(argv, io.env), io, report);
  } catch (error) {
    if (io.signal.aborted || isAbort(error)) {
      const isFetch = argv[0] === 'fetch' || argv[0] === 'watch';
      io.err(
        isFetch
          ? 'Ended. What was downloaded so far is kept, and the same command goes on with it.'
          : 'Ended.',
      );
      return exitCode.interrupted;
    }
    const known = error instanceof TripKitError;
    report.failed(known ? toFailure(error) : unexpected(error));
    return known && isInputError(error) ? exitCode.wrongInput : exitCode.someFailed;
  }
}

async function run(command: HeadlessCommand, io: HeadlessIo, report: Report): Promise<number> {
  switch (command.command) {
    case 'help':
      io.out(command.about === null ? overview() : helpOf(command.about));
      return exitCode.done;
    case 'version':
      io.out(`tripkit ${APP_VERSION}`);
      return exitCode.done;
    case 'completion':
      io.out(completion(command.shell));
      return exitCode.done;
    case 'kits':
    case 'retry':
    case 'accept':
    case 'cancel':
    case 'status':
      return aboutDeskKits(command, io, report);
    case 'shelf key':
    case 'shelf publish':
    case 'shelf recall':
    case 'shelf message':
    case 'shelf notes':
    case 'shelf fetch':
    case 'shelf status':
      return aboutShelf(command, io, report);
    case 'fetch':
      return fetchKits(command, io, report);
    case 'watch':
      return watchFolders(command, io, report);
    case 'charts':
      return listCharts(command, io, report);
    case 'compare':
      return compareFiles(command, io, report);
    case 'trips':
      return listTrips(command, io, report);
    case 'policy':
      return showPolicies(io, report);
    case 'health':
      return tellHealth(command, io, report);
    case 'token': {
      const profile = await readProfile(command.profile);
      const identity = await readValidIdentity(command, io);
      const service = new TripKitService({
        profile,
        identity,
        clock: io.clock,
        findProxy: environmentProxies(io.env),
      });
      try {
        for (const { scopes, expires_in } of await service.authenticate(io.signal))
          report.result({ event: 'token', scopes, expires_in }, [
            `A token for ${scopes.join(' ')} was granted; it is valid for ${expires_in} s.`,
          ]);
      } finally {
        await service.close();
      }
      return exitCode.done;
    }
    case 'profile check': {
      const { name, company_code, auth_url, base_url } = await readProfile(command.file);
      report.result({ event: 'profile', name, company_code }, [
        `The profile “${name}” (${company_code}) is sound.`,
        `  authentication: ${new URL(auth_url).host}`,
        `  service:        ${new URL(base_url).host}`,
      ]);
      return exitCode.done;
    }
    case 'identity show': {
      const { facts } = await readIdentity(command, io);
      const valid_from = new Date(facts.valid_from).toISOString();
      const valid_to = new Date(facts.valid_to).toISOString();
      report.result({ event: 'identity', ...facts, valid_from, valid_to }, [
        `Subject:  ${facts.subject}`,
        `Issuer:   ${facts.issuer}`,
        `Serial:   ${facts.serial}`,
        `SHA-256:  ${facts.sha256}`,
        `Valid:    ${valid_from} to ${valid_to} (UTC)`,
        `Key:      ${facts.key}`,
        `Chain:    ${facts.chain_length} certificate${facts.chain_length === 1 ? '' : 's'}`,
      ]);
      return exitCode.done;
    }
  }
}

/** Kinds of errors that show before anything was sent. That includes a disk that can't take the kits. */
function isInputError(error: TripKitError): boolean {
  return error.kind === 'config' || error.kind === 'identity' || error.kind === 'disk';
}

function unexpected(error: unknown): Failure {
  const what = redactText(error instanceof Error ? error.message : String(error));
  return {
    kind: 'config',
    message: `The app has an internal error: ${what}. Please report it to support.`,
  };
}
