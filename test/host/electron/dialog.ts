import { isAbsolute, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type Electron from 'electron';

type OpenAnswer = Electron.OpenDialogReturnValue;
type SaveAnswer = Electron.SaveDialogReturnValue;

/**
 * File dialogs. Answers come from a script, in order (a path, or null for Cancel); where there is none and a person sits
 * at a terminal, from them; else the dialog waits for the script, as a real one waits for its person.
 */
export class DialogStandIn
  implements Pick<Electron.Dialog, 'showErrorBox' | 'showOpenDialog' | 'showSaveDialog'>
{
  readonly #scripted: (string | null)[] = [];
  readonly #waiting: ((path: string | null) => void)[] = [];
  readonly #mayAsk: boolean;

  constructor(scripted: readonly (string | null)[] = [], mayAsk: boolean = process.stdin.isTTY === true) {
    this.#scripted.push(...scripted);
    this.#mayAsk = mayAsk;
  }

  /** Adds an answer: to the dialog that waits, or to the next. */
  script(path: string | null): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(path);
    else this.#scripted.push(path);
  }

  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`);
  }

  showOpenDialog(window: Electron.BaseWindow, options: Electron.OpenDialogOptions): Promise<OpenAnswer>;
  showOpenDialog(options: Electron.OpenDialogOptions): Promise<OpenAnswer>;
  async showOpenDialog(
    first: Electron.BaseWindow | Electron.OpenDialogOptions,
    second?: Electron.OpenDialogOptions,
  ): Promise<OpenAnswer> {
    const path = await this.#answer(second ?? (first as Electron.OpenDialogOptions));
    return { canceled: path === null, filePaths: path === null ? [] : [path] };
  }

  showSaveDialog(window: Electron.BaseWindow, options: Electron.SaveDialogOptions): Promise<SaveAnswer>;
  showSaveDialog(options: Electron.SaveDialogOptions): Promise<SaveAnswer>;
  async showSaveDialog(
    first: Electron.BaseWindow | Electron.SaveDialogOptions,
    second?: Electron.SaveDialogOptions,
  ): Promise<SaveAnswer> {
    const path = await this.#answer(second ?? (first as Electron.SaveDialogOptions));
    return { canceled: path === null, filePath: path ?? '' };
  }

  async #answer(options: { title?: string; defaultPath?: string }): Promise<string | null> {
    const scripted = this.#scripted.shift();
    if (scripted !== undefined) return scripted;
    if (!this.#mayAsk) return new Promise((done) => this.#waiting.push(done));
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const hint = options.defaultPath ? ` [${options.defaultPath}]` : '';
      const typed = (
        await terminal.question(`${options.title ?? 'File'}${hint} (path, empty to cancel): `)
      ).trim();
      if (typed === '') return null;
      return isAbsolute(typed) ? typed : resolve(typed);
    } finally {
      terminal.close();
    }
  }
}
