/**
 * The PINs of cards on Linux, where Chromium has no prompt (Electron docs, app.setClientCertRequestPasswordHandler). Its
 * store asks for the PIN of every card it finds, before it is known which card holds the certificate; and it asks endlessly
 * after a wrong PIN, although cards lock themselves after a few.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { App } from 'electron';
import { anySignal } from '../common/wait.ts';

// Lets the system's pinentry ask for a card's PIN, as GnuPG does, so no page or window of ours ever has it. Linux only:
// other systems ask themselves. The protocol is Assuan (Libassuan manual, "Implementation"; Pinentry manual, "Protocol").

/** The question for a PIN. */
export interface PinQuestion {
  title: string;
  /** What the PIN is for. */
  description: string;
  /** What was wrong with the last PIN; null at the first question. */
  problem: string | null;
  /** Time limit for the person, ms. */
  limit_ms: number;
  signal?: AbortSignal;
}

/** `none`: no program here can ask. `refused`: the person entered no PIN, or not in time. */
type PinAnswer = { pin: string } | 'refused' | 'none';

/** The system's choice first; then those that need no terminal. */
const PROGRAMS = [
  'pinentry',
  'pinentry-gnome3',
  'pinentry-qt',
  'pinentry-qt5',
  'pinentry-gtk-2',
  'pinentry-fltk',
];

/** libgpg-error: cancelled, timed out, all cancelled. The codes are the lower 16 bits. */
const REFUSALS = new Set([99, 62, 198]);
/** Longer than any PIN; bytes of a line. */
const MAX_LINE = 4096;
/** How long a program may take to stop asking, ms. */
const GRACE_MS = 2_000;
/** The environment variables that such a program needs: display, desktop, language. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|GTK_\w+|QT_\w+)$/;

/** Asks through the first program that can. Never throws. */
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
    signal: anySignal(signal, over),
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<PinAnswer>((resolve) => {
    child.on('error', () => resolve(signal?.aborted || over.aborted ? 'refused' : 'none'));
  });
  // Writing to an ended program; 'error' or the end of its output reports that.
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
  /** The data of the answer to a command; the code of its error; null if the program has ended. */
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
  // A program that does not know a command still asks.
  for (const command of commands) if (!(await ask(command))) return 'none';
  const answer = await ask('GETPIN');
  if (!answer) return 'none';
  if ('error' in answer) return REFUSALS.has(answer.error) ? 'refused' : 'none';
  return answer.data === '' ? 'refused' : { pin: answer.data };
}

/** Escapes an argument: percent signs and line breaks would end it. */
function encode(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Percent signs escape the UTF-8 bytes that would end the line. */
function decode(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Time for a person to find and type the PIN, ms. */
const LIMIT_MS = 90_000;
/** How often a person may type a card's PIN in one call; three wrong ones lock most cards. */
const MAX_TRIES = 2;

/** The state of one call's PINs: a person is asked; gave none; or there is no program that asks. */
type PinState = 'asked' | 'refused' | 'no_prompt';

/** The PINs of the cards in one call. */
export class CallPins {
  readonly #host: string;
  readonly #cards: readonly string[] | null;
  readonly #signal: AbortSignal;
  readonly #onState: (state: PinState) => void;
  readonly #ask: typeof askPin;
  /** How often a PIN was given, by card; Infinity if it is not asked for again. */
  readonly #tries = new Map<string, number>();

  /** @param options.cards the only cards whose PIN is asked for; null: all */
  constructor(options: {
    host: string;
    cards: readonly string[] | null;
    signal: AbortSignal;
    onState(state: PinState): void;
    ask?: typeof askPin;
  }) {
    this.#host = options.host;
    this.#cards = options.cards;
    this.#signal = options.signal;
    this.#onState = options.onState;
    this.#ask = options.ask ?? askPin;
  }

  /** The cards that accepted a PIN in this call. */
  get opened(): string[] {
    return [...this.#tries].filter(([, times]) => times > 0 && times < Infinity).map(([card]) => card);
  }

  /**
   * The PIN of a card; empty to skip the card. Never rejects: Chromium would wait forever.
   * @param wrong whether the last one was
   */
  async pinOf(card: string, wrong: boolean): Promise<string> {
    const tries = this.#tries.get(card) ?? 0;
    if (this.#cards && !this.#cards.includes(card)) return '';
    // A second question that reports no wrong PIN comes from the store itself.
    if (tries === Infinity || (tries > 0 && !wrong) || tries >= MAX_TRIES)
      return this.#giveUp(card, 'refused');
    this.#onState('asked');
    const question = {
      title: 'Trip Kit Desktop',
      description: `Enter the PIN of “${card}” to sign in to ${this.#host}.`,
      problem: wrong
        ? 'The PIN was wrong. A card locks itself after a few wrong PINs: cancel if you are not sure.'
        : null,
      limit_ms: LIMIT_MS,
      signal: this.#signal,
    };
    const answer = await this.#ask(question).catch(() => 'none' as const);
    if (typeof answer !== 'object') return this.#giveUp(card, answer === 'none' ? 'no_prompt' : 'refused');
    this.#tries.set(card, tries + 1);
    return answer.pin;
  }

  #giveUp(card: string, state: PinState): '' {
    if (this.#tries.get(card) !== Infinity) this.#onState(state);
    this.#tries.set(card, Infinity);
    return '';
  }
}

/** Lets the system's own program ask for card PINs, only for this app's calls with a certificate of this computer. */
export function promptForPins(
  app: Pick<App, 'setClientCertRequestPasswordHandler'>,
  certificates: { pinOf(hostname: string, card: string, wrong: boolean): Promise<string> },
  platform: NodeJS.Platform,
): void {
  if (platform !== 'linux') return;
  app.setClientCertRequestPasswordHandler(({ hostname, tokenName, isRetry }) =>
    certificates.pinOf(hostname, tokenName, isRetry),
  );
}
