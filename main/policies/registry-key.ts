/**
 * Reads a key of Windows' registry with `reg.exe export`, which writes a file in UTF-16. `reg.exe query` writes to a pipe
 * in the console's code page: other letters are lost (openwong2kim/wmux, pull request 855), and its layout is for people,
 * so lists and texts of several lines can't be told apart.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import type { TripKitError } from '../common/errors.ts';
import { inTime } from '../common/wait.ts';
import type { ManagedFileAccess } from './managed-file.ts';
import { managedError } from './policy-source.ts';

/** A value: a text, a number (REG_DWORD), lines (REG_MULTI_SZ); or the number of a type that no policy has. */
export type RegistryValue = string | number | string[] | { registry_type: number };

/** Profiles with their certificates, six bytes for each byte of a list; bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const ROOT_MS = 5_000;

/**
 * The values of a key of HKEY_LOCAL_MACHINE, as 64-bit programs see it, by name.
 *
 * @param parent a key of every Windows: if it doesn't list ours, there is none. A failure does not prove that: `reg.exe`
 * fails in the same way if registry tools are forbidden (DisableRegistryTools)
 * @returns null if there is no such key
 * @throws Error if Windows doesn't answer in time
 */
export async function readRegistryKey(
  { run, windowsRoot }: Pick<ManagedFileAccess, 'run' | 'windowsRoot'>,
  parent: string,
  name: string,
): Promise<Readonly<Record<string, RegistryValue>> | null> {
  const root = await inTime(windowsRoot(), ROOT_MS, () => new Error('No answer in time.'));
  // libuv itself adds the others that Windows needs, such as TEMP (uv_spawn).
  const env = { SystemRoot: root, windir: root, PATH: win32.join(root, 'System32') };
  const reg = (...args: string[]) =>
    run(win32.join(root, 'System32\\reg.exe'), [...args, '/reg:64'], { env });
  const own = `HKEY_LOCAL_MACHINE\\${parent}\\${name}`.toLowerCase();
  const keys = await reg('query', `HKLM\\${parent}`);
  if (!keys.split(/\r?\n/).some((line) => line.trim().toLowerCase() === own)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-policies-'));
  try {
    const file = join(folder, 'policies.reg');
    await reg('export', `HKLM\\${parent}\\${name}`, file, '/y');
    if ((await stat(file)).size > MAX_BYTES) throw new Error(`More than ${MAX_BYTES} bytes.`);
    return readExport(await readFile(file));
  } finally {
    // The rest contains no secret, and is no reason to fail.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

const [SZ, EXPAND_SZ, BINARY, MULTI_SZ] = [1, 2, 3, 7];
/** The text before the values of the first key. */
const HEAD = /Windows Registry Editor Version 5\.00\s+\[[^\r\n]+\]\s*/y;
const DEFAULT = /@(?==)/y;
const QUOTE = /"/y;
/** Texts may have several lines. */
const PIECE = /[^"\\]+|\\(["\\])/y;
const EQUALS = /=/y;
const DWORD = /dword:([\da-f]{8})/iy;
const BYTES = /hex(?:\(([\da-f]{1,8})\))?:([\da-f,\\\s]*)/iy;
const BLANKS = /\s*/y;

/**
 * The values of the first key of an export (Microsoft, "How to add, modify, or delete registry subkeys and values by using
 * a .reg file"), by name; ignores the keys below it.
 *
 * @throws TripKitError of kind `config` if it is something else
 */
export function readExport(bytes: Uint8Array): Record<string, RegistryValue> {
  const text = new TextDecoder('utf-16le').decode(bytes);
  let at = 0;
  function match(token: RegExp): RegExpExecArray | null {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found) at = token.lastIndex;
    return found;
  }
  function expect(token: RegExp): void {
    if (!match(token)) throw damaged(at);
  }
  function quoted(): string | null {
    if (!match(QUOTE)) return null;
    let value = '';
    for (let piece = match(PIECE); piece; piece = match(PIECE)) value += piece[1] ?? piece[0];
    expect(QUOTE);
    return value;
  }
  function value(): RegistryValue {
    const string = quoted();
    if (string !== null) return string;
    const number = match(DWORD)?.[1];
    if (number !== undefined) return Number.parseInt(number, 16);
    const [, type, data] = match(BYTES) ?? [];
    if (data === undefined) throw damaged(at);
    return ofBytes(type === undefined ? BINARY : Number.parseInt(type, 16), data);
  }

  const values: [string, RegistryValue][] = [];
  for (expect(HEAD); at < text.length && text[at] !== '['; match(BLANKS)) {
    const name = match(DEFAULT) ? '(Default)' : (quoted() ?? '');
    expect(EQUALS);
    values.push([name, value()]);
  }
  return Object.fromEntries(values);
}

/** @param data bytes in hexadecimal, separated by commas, on several lines */
function ofBytes(registry_type: number, data: string): RegistryValue {
  if (![SZ, EXPAND_SZ, MULTI_SZ].includes(registry_type)) return { registry_type };
  const bytes = Buffer.from(
    data
      .trimEnd()
      .split(',')
      .map((byte) => Number.parseInt(byte.slice(-2), 16)),
  );
  const lines = bytes.toString('utf16le').split('\0');
  if (registry_type !== MULTI_SZ) return lines[0] ?? '';
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function damaged(at: number): TripKitError {
  return managedError(`It isn’t what reg.exe writes, at ${at}.`);
}
