import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** Where the browsers' own installers put them, by platform. */
const places: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const base = process.env[variable];
    if (!base) return [];
    return ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) =>
      join(base, file),
    );
  }),
};

/**
 * A Chromium of this machine: `CHROMIUM_PATH` where it is set, else Chromium, Chrome or Edge on the PATH or where their
 * installers put them; null where there is none.
 * @throws Error where CHROMIUM_PATH names nothing that can be run
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (canRun(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which can't be run. Correct it, or unset it.`);
  }
  return [...onPath(names, env), ...(places[process.platform] ?? [])].find(canRun) ?? null;
}

/** The Chromium that shows pages without windows: the headless shell where there is one, which takes a fifth less of the processor. */
export function findHeadlessChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const shell = env.CHROMIUM_PATH ? undefined : onPath(['chromium-headless-shell'], env).find(canRun);
  return shell ?? findChromium(env);
}

function onPath(programs: readonly string[], env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => programs.map((name) => join(folder, name)));
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
