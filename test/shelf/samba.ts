/**
 * A share of Samba, and a folder in which it is mounted by its client library (smbnetfs, FUSE), both in a network that nobody else is in.
 * Only root may mount. A kernel's client and Windows replace a file at once; this library removes the old one first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { patient } from '../patience.ts';
import { installPackages, isRoot } from '../runtime/packages.ts';
import { LOGIN } from './servers.ts';

const programs = [
  '/usr/sbin/smbd',
  '/usr/bin/smbpasswd',
  '/usr/bin/smbnetfs',
  '/usr/bin/unshare',
  '/usr/sbin/ip',
];

/** Whether it is here, and may be mounted; installs it where that may be done without a question. */
export function haveSamba(): boolean {
  if (!isRoot() || !existsSync('/dev/fuse')) return false;
  const isThere = () => programs.every((path) => existsSync(path));
  if (isThere()) return true;
  installPackages(['samba', 'smbnetfs', 'iproute2']);
  return isThere();
}

const configuration = (folder: string) => `[global]
server role = standalone server
smb ports = 445
disable netbios = yes
load printers = no
disable spoolss = yes
log file = ${folder}/log
${['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc'].map((name) => `${name} ${name === 'private' || name === 'ncalrpc' ? 'dir' : 'directory'} = ${folder}/${name}`).join('\n')}
[shelf]
path = ${folder}/files
read only = no
`;

/** Starts both in a folder. Rejects with the log where they do not come up. */
export async function startSamba(folder: string) {
  const conf = join(folder, 'smb.conf');
  const [home, mounted] = [join(folder, 'home', '.smb'), join(folder, 'mounted')];
  for (const name of ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc', 'files', 'mounted', 'home/.smb'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(conf, configuration(folder));
  const { password } = LOGIN;
  execFileSync('smbpasswd', ['-c', conf, '-s', '-a', 'root'], {
    input: `${password}\n${password}\n`,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const secret = { mode: 0o600 };
  writeFileSync(join(home, 'smb.conf'), '[global]\nclient min protocol = SMB2\n', secret);
  writeFileSync(join(home, 'smbnetfs.host'), 'host 127.0.0.1 visible=true\n', secret);
  writeFileSync(join(home, 'smbnetfs.auth'), `auth "127.0.0.1" "root" "${password}"\n`, secret);
  writeFileSync(
    join(home, 'smbnetfs.conf'),
    'use_libsecret "false"\ninclude "smbnetfs.auth"\ninclude "smbnetfs.host"\n',
    secret,
  );
  const script = `ip link set lo up; smbd -F --no-process-group -s ${conf} & smbnetfs -f ${mounted} -o direct_io & wait`;
  const child = spawn('unshare', ['--net', 'sh', '-c', script], {
    env: { ...process.env, HOME: join(folder, 'home') },
    detached: true,
    stdio: 'ignore',
  });
  const share = join(mounted, '127.0.0.1', 'shelf');
  const isUp = () => {
    try {
      readdirSync(share);
      return true;
    } catch {
      return false;
    }
  };
  const stop = async () => {
    const gone = once(child, 'exit');
    execFileSync('umount', ['--lazy', mounted]);
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await gone;
  };
  const until = Date.now() + patient(20_000);
  while (!isUp()) {
    if (Date.now() > until) {
      await stop().catch(() => {});
      throw new Error(
        `The share is not there:\n${existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''}`,
      );
    }
    await pause(50);
  }
  return { place: { folder: share }, stop };
}
