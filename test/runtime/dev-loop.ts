/** What `npm run dev` does when a bundle was built: pure but for its dependencies. */

export interface RunningApp {
  reload(): Promise<void>;
  close(): Promise<void>;
  /** Settles when the app has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
}

export interface DevLoopDeps {
  /** The bundles that must be there before the app starts. */
  bundles: readonly string[];
  launch(): Promise<RunningApp>;
  say(text: string): void;
}

export interface DevLoop {
  /** A bundle was built without an error. The page's own is loaded again; every other one starts the app again. */
  built(bundle: string): void;
  /** Quits the app. Resolves when it is gone. */
  stop(): Promise<void>;
  /** Resolves when a person has quit the app, or `stop` was called. */
  readonly ended: Promise<void>;
}

/** Starts, reloads and restarts the app, one after the other; what comes meanwhile is done once, after it. */
export function createDevLoop({ bundles, launch, say }: DevLoopDeps): DevLoop {
  const missing = new Set(bundles);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let wanted: 'nothing' | 'reload' | 'restart' = 'nothing';
  let app: RunningApp | null = null;
  let stopped = false;
  let work: Promise<void> | null = null;

  async function start(): Promise<void> {
    const started = await launch();
    app = started;
    void started.ended.then(() => {
      // Not by a restart: a person has quit.
      if (app === started) resolve();
    });
  }

  async function close(): Promise<void> {
    const closing = app;
    app = null;
    await closing?.close();
  }

  async function run(): Promise<void> {
    while (wanted !== 'nothing' && !stopped) {
      const now = wanted;
      wanted = 'nothing';
      if (now === 'reload' && app) {
        say('The page has changed: loading it again.');
        await app.reload();
      } else {
        say(app ? 'The app has changed: starting it again.' : 'Starting the app.');
        await close();
        await start();
        say('Following changes. Ctrl+C ends it.');
      }
    }
  }

  return {
    ended,
    built(bundle) {
      missing.delete(bundle);
      if (bundle !== 'renderer' || !app) wanted = 'restart';
      else if (wanted === 'nothing') wanted = 'reload';
      if (missing.size > 0 || work) return;
      work = run()
        // A mistake in the source: the next change may put it right.
        .catch((error: unknown) =>
          say(`${error instanceof Error ? error.message : error}\nWaiting for a change.`),
        )
        .finally(() => {
          work = null;
        });
    },
    async stop() {
      stopped = true;
      await work;
      // At a terminal Ctrl+C has ended it already.
      await close().catch(() => {});
      resolve();
    },
  };
}
