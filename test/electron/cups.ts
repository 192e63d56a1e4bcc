/** A print service of a test's own (CUPS), with one printer; what is sent to it stays in a folder. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../e2e/fixtures.ts';

const PROGRAM = '/usr/sbin/cupsd';
/** Of Debian's printer-driver-cups-pdf. */
const DRIVER = '/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd';

/** What is missing of a print service on this machine, as a sentence; null if it is all there. */
export function missingCups(): string | null {
  const missing = [PROGRAM, '/usr/sbin/lpadmin', DRIVER, '/usr/bin/pdftoppm', '/usr/bin/pdftotext'].filter(
    (one) => !existsSync(one),
  );
  return missing.length === 0
    ? null
    : `Not here: ${missing.join(', ')} (Debian: cups, printer-driver-cups-pdf, poppler-utils).`;
}

export interface Cups {
  /** The variable by which programs find it. */
  env: { CUPS_SERVER: string };
  /** Resolves when the system's dialog has read what the printer can do, and has asked for the list of printers some more times. */
  described(): Promise<void>;
  /** What was sent to the printer, job by job. */
  jobs(): Promise<Buffer[]>;
  end(): Promise<void>;
}

/** Starts it in a folder. @param printers how many printers there are */
export async function startCups(folder: string, printers: 0 | 1 = 1): Promise<Cups> {
  const names = ['root', 'spool', 'cache', 'state', 'tmp', 'log'] as const;
  for (const name of names) await mkdir(join(folder, name), { recursive: true });
  const [root, spool, cache, state, tmp, log] = names.map((name) => join(folder, name));
  const socket = join(folder, 'cups.sock');
  const files = join(folder, 'cups-files.conf');
  const settings = join(folder, 'cupsd.conf');
  await writeFile(
    files,
    [
      ...[`ServerRoot ${root}`, `RequestRoot ${spool}`, `CacheDir ${cache}`, `StateDir ${state}`],
      ...[`TempDir ${tmp}`, `AccessLog ${log}/access`, `ErrorLog ${log}/error`, `PageLog ${log}/page`],
      'FileDevice Yes\n',
    ].join('\n'),
  );
  const all = 'Order allow,deny\nAllow all\n';
  await writeFile(
    settings,
    [
      ...[`Listen ${socket}`, 'PreserveJobFiles Yes', 'WebInterface No', 'Browsing No'],
      'AccessLogLevel all',
      ...['DefaultAuthType None', `<Location />\n${all}</Location>`],
      `<Policy default>\n<Limit All>\n${all}</Limit>\n</Policy>\n`,
    ].join('\n'),
  );
  const child = spawn(PROGRAM, ['-f', '-c', settings, '-s', files], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const env = { CUPS_SERVER: socket };
  await expect.poll(() => existsSync(socket) || child.exitCode !== null).toBe(true);
  if (child.exitCode !== null)
    throw new Error(
      'cupsd did not start. AppArmor may keep it from its folder: stop its profile, and try again.',
    );
  if (printers > 0) {
    const args = ['-p', 'paper', '-E', '-v', 'file:///dev/null', '-P', DRIVER];
    const { status, stderr } = spawnSync('/usr/sbin/lpadmin', args, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`lpadmin failed: ${stderr}`);
    spawnSync('/usr/sbin/lpadmin', ['-d', 'paper'], { env: { ...process.env, ...env } });
  }
  return {
    env,
    async described() {
      const isRead = async () =>
        /paper\.ppd (.*\n.*CUPS-Get-Printers){6}/.test(
          await readFile(join(log ?? '', 'access'), 'utf8').catch(() => ''),
        );
      await expect.poll(isRead).toBe(true);
    },
    async jobs() {
      const sent = (await readdir(spool ?? '')).filter((name) => name.startsWith('d')).sort();
      return Promise.all(sent.map((name) => readFile(join(spool ?? '', name))));
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}
