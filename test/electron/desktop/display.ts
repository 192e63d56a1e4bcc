/** A display of a test's own: an X server without a window manager, so that nobody puts a window right but the app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** How long it may take, ms. */
const START_MS = 20_000;

export interface Display {
  /** As DISPLAY names it. */
  name: string;
  end(): Promise<void>;
}

/** Starts an X server with one screen of this size, px. */
export async function startDisplay(width: number, height: number): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(server.stdio[3] as Readable, 'data', {
    signal: AbortSignal.timeout(START_MS),
  })) as [Buffer];
  return {
    name: `:${number.toString('utf8').trim()}`,
    async end() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
