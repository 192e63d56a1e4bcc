/** Threads that read one document after the other: to start one, and to let V8 warm up, takes longer than to read a small document. */
import type { StartWorker, WorkerEvents } from '../../main/background/supervised-worker.ts';

/** Starts a thread where none is left of a document that was read to its end. The code under test ends each after its document. */
export function keptThreads<Request>(start: StartWorker<Request>): StartWorker<Request> {
  interface Thread {
    life: ReturnType<StartWorker<Request>>;
    events: WorkerEvents;
    isDone: boolean;
  }
  const idle: Thread[] = [];

  function begin(file: string, events: WorkerEvents): Thread {
    const thread: Omit<Thread, 'life'> = { events, isDone: false };
    const life = start(file, {
      message(value) {
        thread.isDone = value === 'done';
        thread.events.message(value);
      },
      ended(cause) {
        thread.isDone = false;
        thread.events.ended(cause);
      },
    });
    return Object.assign(thread, { life });
  }

  return (file, events) => {
    const kept = idle.pop();
    const thread = kept ?? begin(file, events);
    if (kept) {
      Object.assign(thread, { events, isDone: false });
      setImmediate(() => events.message('ready'));
    }
    return {
      ...thread.life,
      async end() {
        if (thread.isDone) {
          thread.life.keepAlive(false);
          idle.push(thread);
        } else await thread.life.end();
      },
    };
  };
}
