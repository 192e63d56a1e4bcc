/**
 * Stands in for the program that asks for PINs (pinentry): answers from files instead of a person, by the same protocol (Assuan),
 * and writes down what it was asked.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The error of a person who cancels: GPG_ERR_CANCELED of the source pinentry (libgpg-error). */
const CANCELLED = 83_886_179;

const SCRIPT = `#!/bin/sh
folder=$(dirname "$0")
echo 'OK at your service'
while read -r line; do
  case "$line" in
    SETDESC*)
      printf '%s\\n' "$line" | cut -d ' ' -f 2- >> "$folder/asked"
      token=$(printf '%s' "$line" | sed 's/.*“\\(.*\\)”.*/\\1/')
      echo OK ;;
    GETPIN*)
      pin=$(head -n 1 "$folder/$token.pins" 2> /dev/null)
      sed -i 1d "$folder/$token.pins" 2> /dev/null
      if [ -n "$pin" ]; then printf 'D %s\\nOK\\n' "$pin"; else echo 'ERR ${CANCELLED} cancelled'; fi ;;
    BYE*) echo OK; exit ;;
    *) echo OK ;;
  esac
done
`;

export interface Pinentry {
  /** What the app needs to find it before the computer's own. */
  env: { PATH: string };
  /** What a person would type for a token, in this order; then they cancel. */
  answer(token: string, pins: readonly string[]): Promise<void>;
  /** What was asked so far, a line each. */
  asked(): Promise<string[]>;
}

/** Makes one in a folder. */
export async function createPinentry(folder: string): Promise<Pinentry> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'pinentry'), SCRIPT, { mode: 0o755 });
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    answer: (token, pins) => writeFile(join(folder, `${token}.pins`), pins.map((pin) => `${pin}\n`).join('')),
    asked: () =>
      readFile(join(folder, 'asked'), 'utf8').then(
        (text) => text.split('\n').filter((line) => line !== ''),
        () => [],
      ),
  };
}
