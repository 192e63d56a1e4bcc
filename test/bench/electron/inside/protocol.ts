/** What the bench and the module inside the measured program say to each other: a line of JSON each. */

/** Names the Unix socket (named pipe) of the bench. */
export const SOCKET_ENV = 'TRIPKIT_BENCH_SOCKET';

export type Ask =
  /** Evaluates a script in the window's page; a promise is waited for. */
  | { id: number; ask: 'run'; script: string }
  /** Where the page lies on the screen, DIP. */
  | { id: number; ask: 'bounds' }
  /** When the window was ready to be shown, ms since 1970; null where it was not yet. */
  | { id: number; ask: 'shown' }
  | { id: number; ask: 'quit' };

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Tell =
  /** The window's page has loaded. */
  | { tell: 'loaded'; versions: { electron: string; chrome: string; node: string } }
  | { tell: 'answer'; id: number; value: unknown }
  | { tell: 'failure'; id: number; message: string };

/** What has come by now, cut into lines; the rest waits for its end. */
export function lineReader(onLine: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
