/**
 * Has the system's pinentry ask for the PIN of a card, as GnuPG does, so that no page and no window of ours ever has it. Linux alone:
 * elsewhere the system asks by itself. The two talk by the Assuan protocol (Libassuan manual, "Implementation"; Pinentry manual, "Protocol").
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What is asked. */
export interface PinQuestion {
  title: string;
  /** What the PIN is for. */
  description: string;
  /** What was wrong with the last one; null at the first. */
  problem: string | null;
  /** How long a person may take, ms. */
  limit_ms: number;
  signal?: AbortSignal;
}

/** `none`: there is no program that can ask here. `refused`: the person did not enter one, or not in time. */
export type PinAnswer = { pin: string } | 'refused' | 'none';

/** The system's choice first; then those that need no terminal. */
const PROGRAMS = [
  'pinentry',
  'pinentry-gnome3',
  'pinentry-qt',
  'pinentry-qt5',
  'pinentry-gtk-2',
  'pinentry-fltk',
];

/** libgpg-error: a person cancelled, the time was over, a person cancelled all. The codes stand in the lower 16 bits. */
const REFUSALS = new Set([99, 62, 198]);
/** No PIN is longer; bytes of a line. */
const MAX_LINE = 4096;
/** So long a program may take that was told to stop asking, ms. */
const GRACE_MS = 2_000;
/** What such a program needs of our environment: display, desktop, language. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|GTK_\w+|QT_\w+)$/;

/** Asks, with the first program that can. Never throws. */
export async function askPin(
  question: PinQuestion,
  programs: readonly string[] = PROGRAMS,
): Promise<PinAnswer> {
  for (const program of programs) {
    const answer = await askWith(program, question);
    if (answer !== 'none') return answer;
  }
  return 'none';
}

async function askWith(program: string, question: PinQuestion): Promise<PinAnswer> {
  const { limit_ms, signal } = question;
  if (signal?.aborted) return 'refused';
  const over = AbortSignal.timeout(limit_ms + GRACE_MS);
  const child = spawn(program, [], {
    stdio: 'pipe',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    signal: signal ? AbortSignal.any([signal, over]) : over,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<PinAnswer>((resolve) => {
    child.on('error', () => resolve(signal?.aborted || over.aborted ? 'refused' : 'none'));
  });
  // Writing to one that has ended already; its end is told by 'error' or by the end of its output.
  child.stdin.on('error', () => {});
  child.stderr.resume();
  try {
    return await Promise.race([converse(child, question), failed]);
  } finally {
    child.kill('SIGKILL');
  }
}

async function converse(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  { title, description, problem, limit_ms }: PinQuestion,
): Promise<PinAnswer> {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  /** The data of the answer to a command; the code of its error; null where the program has ended. */
  const ask = async (command: string | null): Promise<{ data: string } | { error: number } | null> => {
    if (command !== null) stdin.write(`${command}\n`);
    let data = '';
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done || typeof line !== 'string' || line.length > MAX_LINE) return null;
      if (line.startsWith('D ')) data += decode(line.slice(2));
      else if (/^OK\b/.test(line)) return { data };
      const error = /^ERR (\d+)/.exec(line)?.[1];
      if (error !== undefined) return { error: Number(error) % 0x10000 };
    }
  };
  if (!(await ask(null))) return 'none';
  const commands = [
    `SETTITLE ${encode(title)}`,
    `SETDESC ${encode(description)}`,
    'SETPROMPT PIN:',
    ...(problem === null ? [] : [`SETERROR ${encode(problem)}`]),
    `SETTIMEOUT ${Math.ceil(limit_ms / 1000)}`,
  ];
  // One that does not know a command asks all the same.
  for (const command of commands) if (!(await ask(command))) return 'none';
  const answer = await ask('GETPIN');
  if (!answer) return 'none';
  if ('error' in answer) return REFUSALS.has(answer.error) ? 'refused' : 'none';
  return answer.data === '' ? 'refused' : { pin: answer.data };
}

/** As an argument: percent and line breaks would end it. */
function encode(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Percent signs stand before the bytes of UTF-8 that would end the line. */
function decode(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
