/**
 * A D-Bus of a test's own, and stand-ins of the desktop's services on it: python3-dbusmock, which has templates of logind
 * and of a notification daemon. Asked and told by busctl.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** How long a service may take to be there, or to answer, ms. */
const BUS_MS = 20_000;
/** How often what is waited for is looked at, ms. */
const LOOK_MS = 50;
/** Of Debian's own Python: the packages are there. */
export const PYTHON = '/usr/bin/python3';
const MOCK = 'org.freedesktop.DBus.Mock';

/** What a stand-in is: a template of dbusmock, or an object that answers what `addMethod` tells it to. */
export type MockOf = { template: string; parameters?: object } | MockObject;

interface MockObject {
  name: string;
  path: string;
  interface: string;
}

/** The templates' objects (dbusmock/templates). */
const templates: Record<string, MockObject> = {
  logind: {
    name: 'org.freedesktop.login1',
    path: '/org/freedesktop/login1',
    interface: 'org.freedesktop.login1.Manager',
  },
  notification_daemon: {
    name: 'org.freedesktop.Notifications',
    path: '/org/freedesktop/Notifications',
    interface: 'org.freedesktop.Notifications',
  },
};

/** A stand-in on a bus. */
export interface Mock {
  /** The arguments of all calls of a method so far. */
  calls(method: string): Promise<unknown[][]>;
  /** Emits a signal; arguments as busctl takes them: a signature of each, and its text. */
  emit(signal: string, ...args: readonly (readonly [signature: string, value: string])[]): Promise<void>;
  /** Answers one more method with a line of Python that may set `ret` (dbusmock, AddMethod). */
  addMethod(name: string, takes: string, gives: string, code: string): Promise<void>;
  /** Gives the object one more property. */
  addProperty(name: string, signature: string, value: string): Promise<void>;
  /** Ends it: its name is nobody's then. */
  end(): Promise<void>;
}

/** A bus. */
export interface Bus {
  address: string;
  /** Starts a stand-in, and resolves when it owns its name. */
  mock(of: MockOf): Promise<Mock>;
  /** Whether somebody owns a name. */
  has(name: string): Promise<boolean>;
  /** busctl on this bus; its answer. Rejects with what it said. */
  ask(...args: string[]): Promise<string>;
  end(): Promise<void>;
}

/** As session.conf of D-Bus, but that it starts no services by itself: what is not a test's own is not there. */
const CONFIG = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Starts a bus. @param folder for its configuration, absolute */
export async function startBus(folder: string): Promise<Bus> {
  const config = join(folder, 'bus.conf');
  await writeFile(config, CONFIG);
  const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(daemon.stdout), 'line', {
    signal: AbortSignal.timeout(BUS_MS),
  })) as [string];
  const address = line.trim();
  const mocks: ChildProcess[] = [];
  const ask = async (...args: string[]) => {
    const { stdout } = await run('busctl', [`--address=${address}`, '--json=short', ...args], {
      timeout: BUS_MS,
    });
    return stdout.trim();
  };
  const has = async (name: string) => (await ask('list')).includes(`"${name}"`);
  return {
    address,
    ask,
    has,
    async mock(of) {
      const object = 'template' in of ? templates[of.template] : of;
      if (!object) throw new Error('There is no such template.');
      const what =
        'template' in of
          ? ['--template', of.template, '--parameters', JSON.stringify(of.parameters ?? {})]
          : [of.name, of.path, of.interface];
      const child = spawn(PYTHON, ['-m', 'dbusmock', '--session', ...what], {
        stdio: 'ignore',
        env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address },
      });
      mocks.push(child);
      await until(`${object.name} on the bus`, () => has(object.name));
      const call = (method: string, ...args: string[]) =>
        ask('call', object.name, object.path, MOCK, method, ...args);
      return {
        async calls(method) {
          const { data } = JSON.parse(await call('GetMethodCalls', 's', method)) as {
            data: [[time: number, args: { data: unknown }[]][]];
          };
          return data[0].map(([, args]) => args.map((arg) => arg.data));
        },
        async emit(signal, ...args) {
          const signature = args.map(([one]) => one).join('');
          const variants = args.flat();
          await call(
            'EmitSignal',
            'sssav',
            object.interface,
            signal,
            signature,
            String(args.length),
            ...variants,
          );
        },
        async addMethod(name, takes, gives, code) {
          await call('AddMethod', 'sssss', object.interface, name, takes, gives, code);
        },
        async addProperty(name, signature, value) {
          await call('AddProperty', 'ssv', object.interface, name, signature, value);
        },
        end: () => end(child),
      };
    },
    async end() {
      for (const child of mocks) await end(child);
      await end(daemon);
    },
  };
}

/** Waits until something is so. @throws Error that names it, where it does not come */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(BUS_MS);
  while (!(await isSo())) {
    if (late.aborted) throw new Error(`There is no ${what}.`);
    await setTimeout(LOOK_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
