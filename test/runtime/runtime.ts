/**
 * What shows the app's window on this machine, in the order in which it is looked for: the Electron of package.json; an
 * older real Electron (older-electron.ts); the Chromium window host (test/host). Looks only: provide.ts gets what lacks.
 */
import { join } from 'node:path';
import { findChromium } from '../host/find-chromium.ts';
import { findElectron } from './find-electron.ts';
import { findOlderElectron, OLDER_ELECTRON } from './older-electron.ts';

const root = join(import.meta.dirname, '../..');

export const KINDS = ['electron', 'older', 'chromium'] as const;
export type RuntimeKind = (typeof KINDS)[number];

export interface Runtime {
  kind: RuntimeKind;
  /** Electron's own program, or Chromium's. */
  executable: string;
  /** For people: which runtime this is. */
  name: string;
  /** The folder of package.json and out/ that it starts: the older Electron has bundles of its own. */
  app: string;
}

/** Names the only runtime that may be used: `electron`, `older` or `chromium`. */
export const RUNTIME_VARIABLE = 'TRIPKIT_RUNTIME';

/** `1` where the bundles were built just now and are to be taken as they are. */
export const BUILT_VARIABLE = 'TRIPKIT_E2E_BUILT';

/** Where the bundles for the older Electron are (older-bundles.ts). */
export const olderApp = join(root, 'dist/electron-33/app');

const finders: Readonly<Record<RuntimeKind, (env: NodeJS.ProcessEnv) => Runtime | null>> = {
  electron: (env) => {
    const found = findElectron(env);
    if (!found) return null;
    return { kind: 'electron', ...found, name: `Electron ${found.version}`, app: root };
  },
  older: (env) => {
    const executable = findOlderElectron(env);
    if (!executable) return null;
    const { version, chromium, node } = OLDER_ELECTRON;
    const name = `Electron ${version} (older than the one that ships: Chromium ${chromium}, Node ${node}, with shims)`;
    return { kind: 'older', executable, name, app: olderApp };
  },
  chromium: (env) => {
    const executable = findChromium(env);
    if (!executable) return null;
    return { kind: 'chromium', executable, name: 'the Chromium window host (no Electron)', app: root };
  },
};

/**
 * The kinds that may be used, in order: what RUNTIME_VARIABLE names, else all.
 * @throws Error where it names none
 */
export function wantedKinds(env: NodeJS.ProcessEnv = process.env): readonly RuntimeKind[] {
  const named = env[RUNTIME_VARIABLE];
  if (!named) return KINDS;
  const kind = KINDS.find((one) => one === named);
  if (!kind) throw new Error(`${RUNTIME_VARIABLE} is "${named}": use ${KINDS.join(', ')}, or unset it.`);
  return [kind];
}

/** A runtime of this kind that is here; null where there is none. */
export function findRuntimeOf(kind: RuntimeKind, env: NodeJS.ProcessEnv = process.env): Runtime | null {
  return finders[kind](env);
}

/** The first runtime that is here; null where there is none. */
export function findRuntime(env: NodeJS.ProcessEnv = process.env): Runtime | null {
  for (const kind of wantedKinds(env)) {
    const found = findRuntimeOf(kind, env);
    if (found) return found;
  }
  return null;
}
