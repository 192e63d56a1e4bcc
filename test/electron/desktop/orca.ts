/** A screen reader of a test's own: Orca, on the test's bus, with its speech as text. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bus, PYTHON, until } from './bus.ts';

const PROGRAM = '/usr/bin/orca';
/** Starts the bus of accessibility (AT-SPI), and says on the session's whether programs are to use it. */
const LAUNCHER = '/usr/libexec/at-spi-bus-launcher';
const ACCESSIBILITY = 'org.a11y.Bus';
/** The voice, as Orca's settings name it (written-speech.py). */
const VOICE = { speechServerFactory: 'written_speech', speechServerInfo: ['Written', 'written'] };

/** A program that goes on for so long after it was asked to end is killed, ms. */
const END_MS = 10_000;

/** What is missing of a screen reader on this machine, as a sentence; null if it is all there. */
export function missingOrca(): string | null {
  const missing = [PROGRAM, LAUNCHER].filter((one) => !existsSync(one));
  return missing.length === 0 ? null : `Not here: ${missing.join(', ')} (Debian: orca, at-spi2-core).`;
}

export interface Orca {
  /** The variable by which the app finds the bus of accessibility. Chromium needs no switch: it asks the session's bus. */
  env: { AT_SPI_BUS_ADDRESS: string };
  /** Its utterances so far. */
  speech(): Promise<string[]>;
  end(): Promise<void>;
}

/** Starts it, and resolves when it has spoken. @param folder for its settings and its speech: absolute, of this test alone */
export async function startOrca(bus: Bus, folder: string): Promise<Orca> {
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: folder,
    // The settings of the person's desktop are neither read nor changed.
    GSETTINGS_BACKEND: 'memory',
  };
  const launcher = spawn(LAUNCHER, ['--launch-immediately', '--a11y=1', '--screen-reader=1'], {
    env,
    stdio: 'ignore',
  });
  await until(`${ACCESSIBILITY} on the bus`, () => bus.has(ACCESSIBILITY));
  const answer = await bus.ask('call', ACCESSIBILITY, '/org/a11y/bus', ACCESSIBILITY, 'GetAddress');
  const [address] = (JSON.parse(answer) as { data: [string] }).data;
  const found = { AT_SPI_BUS_ADDRESS: address };
  const spoken = join(folder, 'speech');
  const voice = join(import.meta.dirname, 'written-speech.py');
  const orca = spawn(PYTHON, [voice, spoken, '--user-prefs', await writeSettings(folder)], {
    env: { ...env, ...found },
    stdio: 'ignore',
  });
  const speech = async () => {
    const text = await readFile(spoken, 'utf8').catch(() => '');
    // The last line may be half written.
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as string);
  };
  await until('screen reader', async () => (await speech()).length > 0);
  return {
    env: found,
    speech,
    async end() {
      // In order: both put back what they changed of the display.
      for (const program of [orca, launcher]) await end(program);
    },
  };
}

/** @returns the folder of Orca's settings: its defaults, but neither braille nor sound */
async function writeSettings(folder: string): Promise<string> {
  const settings = join(folder, 'orca');
  await mkdir(settings);
  const of = { pronunciations: {}, keybindings: {} };
  const general = { ...VOICE, enableBraille: false, enableSound: false };
  const profiles = { default: { profile: ['Default', 'default'], ...of } };
  await writeFile(join(settings, 'user-settings.conf'), JSON.stringify({ general, profiles, ...of }));
  return settings;
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  const kill = setTimeout(() => program.kill('SIGKILL'), END_MS);
  await once(program, 'exit');
  clearTimeout(kill);
}
