/** An Electron program that is measured: started as a plain process, with the bench's hand preloaded and nothing attached. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryByType, processorTime } from '../viewer/processes.ts';
import { type Ask, type Bounds, lineReader, SOCKET_ENV, type Tell } from './inside/protocol.ts';

const START_TIMEOUT_MS = 60_000;
const ASK_TIMEOUT_MS = 120_000;
const QUIT_TIMEOUT_MS = 20_000;
/** A program is idle when it used less than this share of a processor for as long as three looks. */
const IDLE_SHARE = 0.06;
const LOOK_MS = 250;

export interface ProgramOptions {
  electron: string;
  /** The preloaded module. */
  agent: string;
  /** Folder of the app, and its arguments. */
  app: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Clock of this bench and of every page: ms since 1970. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export class Program {
  /** When the process was started, ms since 1970. */
  readonly spawned: number;
  /** What the page's load told. */
  readonly loaded: Extract<Tell, { tell: 'loaded' }>;
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #gone: Promise<unknown>;
  readonly #log: () => string;
  #lastId = 0;
  readonly #waiting = new Map<number, (tell: Tell) => void>();

  private constructor(started: {
    spawned: number;
    loaded: Extract<Tell, { tell: 'loaded' }>;
    child: ChildProcess;
    socket: Socket;
    gone: Promise<unknown>;
    log: () => string;
    onTell: (listener: (tell: Tell) => void) => void;
  }) {
    this.spawned = started.spawned;
    this.loaded = started.loaded;
    this.#child = started.child;
    this.#socket = started.socket;
    this.#gone = started.gone;
    this.#log = started.log;
    started.onTell((tell) => {
      if (tell.tell !== 'loaded') this.#waiting.get(tell.id)?.(tell);
    });
  }

  /** Starts it; resolves when its page has loaded. Rejects with its log where it ends before. */
  static async start({ electron, agent, app, args = [], env = {} }: ProgramOptions): Promise<Program> {
    const folder = mkdtempSync(join(tmpdir(), 'tripkit-bench-socket-'));
    const server = createServer();
    let listener: (tell: Tell) => void = () => {};
    try {
      const path = join(folder, 'agent');
      server.listen(path);
      await once(server, 'listening');
      const spawned = now();
      const child = spawn(electron, ['-r', agent, app, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env, [SOCKET_ENV]: path },
      });
      let log = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          log += chunk.toString('utf8');
        });
      const gone = once(child, 'exit');
      try {
        const ended = gone.then(() => {
          throw new Error(`The program ended before its page was there:\n${log}`);
        });
        const socket = await inTime(
          Promise.race([connected(server), ended]),
          START_TIMEOUT_MS,
          'a connection',
        );
        const loaded = Promise.withResolvers<Extract<Tell, { tell: 'loaded' }>>();
        listener = (tell) => {
          if (tell.tell === 'loaded') loaded.resolve(tell);
        };
        socket.setEncoding('utf8').on(
          'data',
          lineReader((line) => listener(JSON.parse(line))),
        );
        socket.on('error', () => {});
        return new Program({
          spawned,
          loaded: await inTime(Promise.race([loaded.promise, ended]), START_TIMEOUT_MS, 'the page'),
          child,
          socket,
          gone,
          log: () => log,
          onTell: (one) => {
            listener = one;
          },
        });
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      }
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  log(): string {
    return this.#log();
  }

  async #ask(ask: Ask): Promise<unknown> {
    const answer = Promise.withResolvers<Tell>();
    this.#waiting.set(ask.id, answer.resolve);
    this.#socket.write(`${JSON.stringify(ask)}\n`);
    const ended = this.#gone.then(() => {
      throw new Error(`The program has ended:\n${this.#log()}`);
    });
    try {
      const tell = await inTime(
        Promise.race([answer.promise, ended]),
        ASK_TIMEOUT_MS,
        `an answer to ${ask.ask}`,
      );
      if (tell.tell === 'failure') throw new Error(tell.message);
      return tell.tell === 'answer' ? tell.value : null;
    } finally {
      this.#waiting.delete(ask.id);
    }
  }

  /** Calls a function in the page, which may use nothing from outside itself; arguments and result are JSON. */
  async run<Args extends readonly unknown[], T>(
    work: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    const script = `(${work})(...${JSON.stringify(args)})`;
    return (await this.#ask({ id: ++this.#lastId, ask: 'run', script })) as T;
  }

  /** Where the page lies on the screen. */
  async bounds(): Promise<Bounds> {
    return (await this.#ask({ id: ++this.#lastId, ask: 'bounds' })) as Bounds;
  }

  /** When the window was ready to be shown, ms since 1970. */
  async shown(): Promise<number | null> {
    return (await this.#ask({ id: ++this.#lastId, ask: 'shown' })) as number | null;
  }

  /** PSS by type of process, MiB. */
  memory(): Map<string, number> | null {
    return memoryByType(this.pid);
  }

  /** Resolves when its processes have next to nothing to do for a while, or after `most` ms. */
  async settle(most = 20_000): Promise<void> {
    const end = now() + most;
    for (let idle = 0; idle < 3 && now() < end; ) {
      const [at, before] = [now(), processorTime(this.pid)];
      await pause(LOOK_MS);
      const share = (processorTime(this.pid) - before) / (now() - at);
      idle = share < IDLE_SHARE ? idle + 1 : 0;
    }
  }

  /** Quits as a person does; killed where it takes too long. */
  async quit(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), QUIT_TIMEOUT_MS);
    // The program's end is the answer.
    this.#ask({ id: ++this.#lastId, ask: 'quit' }).catch(() => {});
    await this.#gone;
    clearTimeout(timer);
  }
}

async function connected(server: Server): Promise<Socket> {
  const [socket] = (await once(server, 'connection')) as [Socket];
  return socket;
}

function inTime<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`There was not ${what} within ${ms} ms.`)), ms);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
