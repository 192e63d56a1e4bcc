import { isAbsolute, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';

/** What a dialog asks, as far as its stand-in shows it. */
interface Asked {
  title?: string;
  defaultPath?: string;
  message?: string;
  detail?: string;
}

/**
 * File dialogs whose answers come from a script, in order (a path, or null for Cancel). Where there is none they ask `ask`;
 * without it the dialog waits for the script, as a real one waits for its person. A question is answered with its first
 * button, unless null is next. Refers to nothing outside itself: real Electron runs its source (test/runtime/launch-electron.ts).
 */
export function scriptedDialogs(
  answers: readonly (string | null)[],
  ask?: (asked: Asked) => Promise<string | null>,
) {
  const ready = [...answers];
  const waiting: ((path: string | null) => void)[] = [];
  function next(given: readonly unknown[]): Promise<string | null> {
    const answer = ready.shift();
    if (answer !== undefined) return Promise.resolve(answer);
    // The options come last, after the window where there is one.
    return ask ? ask(given.at(-1) as Asked) : new Promise((done) => waiting.push(done));
  }
  return {
    /** Adds an answer: to the dialog that waits, or to the next. */
    script(path: string | null): void {
      const done = waiting.shift();
      if (done) done(path);
      else ready.push(path);
    },
    async showOpenDialog(...given: unknown[]) {
      const path = await next(given);
      return { canceled: path === null, filePaths: path === null ? [] : [path] };
    },
    async showMessageBox(...given: unknown[]) {
      const no = ready[0] === null ? ready.shift() === null : (await ask?.(given.at(-1) as Asked)) === null;
      return { response: no ? 1 : 0, checkboxChecked: false };
    },
    async showSaveDialog(...given: unknown[]) {
      const path = await next(given);
      return { canceled: path === null, filePath: path ?? '' };
    },
  };
}

/** The answer of whoever sits at the terminal; nothing typed is Cancel. */
export async function askTerminal({
  title = 'File',
  defaultPath,
  message,
  detail,
}: Asked): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (message) process.stderr.write(`${message}\n${detail ?? ''}\n`);
    const hint = defaultPath ? ` [${defaultPath}]` : '';
    const typed = (
      await terminal.question(`${title}${hint} (${message ? 'yes' : 'path'}, empty to cancel): `)
    ).trim();
    if (typed === '') return null;
    return isAbsolute(typed) ? typed : resolve(typed);
  } finally {
    terminal.close();
  }
}
