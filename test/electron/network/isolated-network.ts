/**
 * A network of one computer (Linux): nothing leaves it, every address is its own, and its name server is the test's. It is a
 * network namespace of its own in a user namespace (unshare(1)), so that an unprivileged user can have it, as Chromium's
 * sandbox does.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Until a program in it has to end, ms. */
const TIMEOUT_MS = 300_000;

const SETUP = `set -e
ip link set lo up
# An interface that is not loopback's: WebRTC takes no other, and glibc asks for IPv4 addresses only where one has one.
ip link add outer type veth peer name inner
ip address add 10.9.8.7/8 dev outer
ip link set outer up
ip link set inner up
# Any IPv4 address is this computer, so that a listener hears whoever is called.
ip route add local 0.0.0.0/0 dev lo
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind "$1" /etc/resolv.conf
mount --bind "$2" /etc/nsswitch.conf
user=$3 group=$4
shift 4
# Not as the namespace's root: Chromium has no sandbox for it.
exec unshare --user --map-user="$user" --map-group="$group" "$@"
`;

/** Runs a script of the checkout by this Node in such a network. @returns its standard output @throws Error where it fails */
export async function runInIsolatedNetwork(script: string, args: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-network-'));
  try {
    const resolver = join(folder, 'resolv.conf');
    const names = join(folder, 'nsswitch.conf');
    await writeFile(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
    await writeFile(names, 'passwd: files\ngroup: files\nhosts: files dns\n');
    const ids = [process.getuid?.() ?? 0, process.getgid?.() ?? 0].map(String);
    const { stdout } = await promisify(execFile)(
      'unshare',
      [
        ...['--user', '--map-root-user', '--mount', '--net', '--'],
        ...['sh', '-c', SETUP, 'sh', resolver, names, ...ids],
        ...[process.execPath, ...process.execArgv, script, ...args],
      ],
      { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
    );
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
