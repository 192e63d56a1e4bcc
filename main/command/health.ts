import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { firstLineOf } from '../common/processes.ts';
import type { HealthReport } from '../support/health/health-report.ts';
import { lookAtHealth, timedOut } from '../support/health/look.ts';
import { defaultUserFolder } from '../support/health/user-folder.ts';
import type { CommandOf } from './arguments.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/** The share of the whole time that one part may take. */
const PART = 1 / 4;

/**
 * Reports an installation's health to a fleet's tools (profile-and-headless.md, section 8); changes nothing in it.
 *
 * @returns the exit code: 1 if something needs attention
 */
export async function tellHealth(
  command: CommandOf<'health'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const user_data = resolve(command.user_data ?? defaultUserFolder(io.env));
  const found =
    command.aside !== null || io.self === undefined
      ? await look(user_data, command.aside, command.limit_ms, io)
      : await lookAside(user_data, io.self, command.limit_ms, io);
  report.result({ ...found }, linesOf(found));
  return found.state === 'ok' ? 0 : 1;
}

/** A folder of our own; if none can be made (a full disk), a path that doesn't exist: then databases are `unchecked`. */
async function folderForCopies(): Promise<string> {
  const name = join(tmpdir(), 'tripkit-health-');
  return mkdtemp(name).catch(() => `${name}${randomUUID()}`);
}

/** Checks in this process. @param aside a folder for copies of databases; null: one is made */
async function look(
  user_data: string,
  aside: string | null,
  limit_ms: number,
  { clock }: HeadlessIo,
): Promise<HealthReport> {
  const own = aside ?? (await folderForCopies());
  try {
    return await lookAtHealth({ user_data, aside: own, part_ms: limit_ms * PART, now: clock.now() });
  } finally {
    if (aside === null) await rm(own, { recursive: true, force: true });
  }
}

/** Checks in a separate process, which is killed if the disk does not answer; its copies are always removed. */
async function lookAside(
  user_data: string,
  self: readonly string[],
  limit_ms: number,
  io: HeadlessIo,
): Promise<HealthReport> {
  const aside = await folderForCopies();
  try {
    const seconds = String(limit_ms / 1000);
    const args = ['health', '--json', '--user-data', user_data, '--timeout', seconds, '--aside', aside];
    const { line, late } = await firstLineOf([...self, ...args], limit_ms, io.signal);
    if (late) return timedOut(io.clock.now());
    // If the system can't start another process, check in this one.
    return readReport(line) ?? (await look(user_data, aside, limit_ms, io));
  } finally {
    await rm(aside, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/** The report from our own program; null if it did not finish. */
function readReport(line: string | null): HealthReport | null {
  try {
    const read: unknown = line === null ? null : JSON.parse(line);
    return typeof read === 'object' && read !== null && Reflect.get(read, 'event') === 'health'
      ? (read as HealthReport)
      : null;
  } catch {
    return null;
  }
}

/** The lines for people. Names come from profiles. */
function linesOf({
  problems,
  app,
  certificates,
  library,
  service,
  backups,
  disk,
  crashes,
}: HealthReport): string[] {
  const running = app.running === null ? 'not known' : app.running ? 'yes' : 'no';
  const kits = library.kits === null ? '' : `, ${library.kits.total} kits`;
  return [
    problems.length === 0 ? 'All is well.' : `${problems.length} to attend to:`,
    ...problems.map(({ id, message }) => `  ${id}: ${message}`),
    `Version:      ${app.version} (${app.channel}), running: ${running}`,
    `Library:      ${library.state.replaceAll('_', ' ')}${kits}`,
    ...(certificates ?? []).map(
      ({ profile, state, valid_to }) =>
        `Certificate:  ${profile}: ${state.replaceAll('_', ' ')}${valid_to === null ? '' : `, to ${valid_to}`}`,
    ),
    `Last contact: ${service?.last_contact_at ?? 'none'}`,
    `Backup copy:  ${backups?.newest_at ?? 'none'}`,
    `Free space:   ${disk.free_bytes === null ? 'not known' : `${Math.floor(disk.free_bytes / 1_000_000)} MB`}`,
    `Last crash:   ${crashes?.last_at ?? 'none'}`,
  ].map(printable);
}
