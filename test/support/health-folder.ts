/** A person's folder as the app's own stores make it, for the tests of `tripkit health`. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { IdentityFiles } from '../../main/identity/identity-file.ts';
import { BackupKeeper } from '../../main/parcels/backup/backup-keeper.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { beginStart } from '../../main/updates/update-record.ts';
import { aKit, anEvent } from '../documents/samples.ts';
import { aProfile } from '../profile/a-profile.ts';
import { VirtualClock } from '../virtual-clock.ts';

export const PROFILE = '3f9b1c66-7a0c-4a53-9f64-0d4b8c6a2e11';
export const DAY = 86_400_000;
export const NOW = Date.now();

export const profileText = (name: string) => JSON.stringify({ ...aProfile, name });

/** Folders that were made, by how long their certificate holds. */
const made = new Map<number, Promise<string>>();
afterAll(async () => {
  for (const folder of made.values()) rmSync(await folder, { recursive: true, force: true });
});

/** Fills `folder` as the app would: a ready kit with its document, one under way, profile, certificate, record and backup copy. */
export async function personsFolder(folder: string, { days = 200 } = {}): Promise<string> {
  const one = made.get(days) ?? makeFolder(mkdtempSync(join(tmpdir(), 'tripkit-person-')), days);
  made.set(days, one);
  cpSync(await one, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

async function makeFolder(folder: string, days: number): Promise<string> {
  const documents = join(folder, 'documents');
  mkdirSync(documents, { recursive: true });
  const library = openUserDatabase(join(folder, 'user.sqlite'));
  library.profiles.add({ id: PROFILE, text: profileText('Demo Air (training)'), added_at: NOW });
  const pdf = Buffer.from('%PDF-1.7 a document');
  const document = { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex'), pages: 1 };
  const kit = aKit({
    state: 'downloading',
    created_at: NOW - 3 * 3_600_000,
    requested_at: NOW - 3 * 3_600_000,
    state_since: NOW - 3 * 3_600_000,
  });
  library.kits.write(kit, anEvent(kit));
  const ready = { ...kit, state: 'ready' as const, state_since: NOW - 2 * 3_600_000, document };
  library.kits.write(ready, anEvent(ready));
  writeFileSync(join(documents, `${kit.id}.pdf`), pdf);
  const requested_at = NOW - 3 * 3_600_000;
  const other = aKit({
    ...{ state: 'generating', created_at: requested_at, state_since: NOW - 1000 },
    requested_at,
  });
  library.kits.write(other, anEvent(other));
  await new IdentityFiles(join(folder, 'identities')).write(PROFILE, {
    kind: 'file',
    facts: {
      subject: 'CN=Jane Pilot, O=Demo Air',
      issuer: 'CN=Demo CA',
      serial: '0A',
      sha256: 'AA:BB',
      valid_from: NOW - DAY,
      valid_to: NOW + days * DAY + 1000,
      key: 'RSA 2048',
      chain_length: 1,
      chain_complete: true,
      extended_key_usage: ['clientAuth'],
    },
    sealed: Buffer.from('sealed-by-the-keychain'),
  });
  // Two kits came with three entries; their end is kept when the database is closed.
  const keeper = new BackupKeeper({
    user_data: folder,
    app_version: '1.0.0',
    wanted: () => null,
    notices: new NoticeBoard(),
    clock: Object.assign(new VirtualClock(), { epoch: NOW }),
    log: silentLog,
    quit_limit_ms: 60_000,
  });
  keeper.use(library.connection);
  keeper.start();
  await keeper.stop();
  library.close();
  const { record } = beginStart(null, '0.1.0', NOW);
  writeFileSync(join(folder, 'update-state.json'), JSON.stringify({ ...record, unfinished_starts: 0 }));
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ values: { watch: null } }));
  return folder;
}

/** Names, kinds, lengths, times of change and contents of all that lies in a folder, and of the folder itself. */
export function treeOf(folder: string): string[] {
  const look = (path: string, name: string): string[] => {
    const facts = lstatSync(path);
    const shown = `${name} ${facts.mode} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}`;
    if (facts.isSymbolicLink()) return [`${shown} ${readlinkSync(path)}`];
    if (facts.isFile()) return [`${shown} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`];
    if (!facts.isDirectory()) return [shown];
    return [
      shown,
      ...readdirSync(path)
        .sort()
        .flatMap((one) => look(join(path, one), `${name}/${one}`)),
    ];
  };
  return look(folder, '.');
}

/** The command line, to be run from source. */
export const program = new URL('../../main/headless.ts', import.meta.url).pathname;
/** The longest time that the command takes, s: a busy machine needs more than the usual. */
export const PATIENT = ['--timeout', '60'];

/** The command as a tool runs it. */
export function tool(...args: string[]) {
  const options = ['--disable-warning=ExperimentalWarning', program, 'health', ...args];
  const run = spawnSync(process.execPath, options, { encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}
