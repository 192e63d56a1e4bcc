import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { StartWorker } from './supervised-worker.ts';

/** Memory outside the thread's heap (buffers of decoded streams) beyond the document's own length, bytes. */
const EXTERNAL_BYTES = 512 * 1024 ** 2;

let isDisallowed = false;

/**
 * A thread can't be given flags of V8 (ERR_WORKER_INVALID_EXEC_ARGV), and has to have this one before its first context is made.
 * Contexts that are there keep what they have. Once only: flags that change while threads run may crash V8 (Node docs,
 * `v8.setFlagsFromString`).
 */
function disallowCode(): void {
  if (isDisallowed) return;
  setFlagsFromString('--disallow-code-generation-from-strings');
  isDisallowed = true;
}

/**
 * Starts worker threads, in which no text becomes code (`eval`, `new Function`).
 *
 * @param url the thread's module, named as build/node-workers.ts finds it. It posts 'ready' when it is loaded.
 * @param options name, memory limits and data of the thread
 */
export function workerThread<Request>(url: URL, options: WorkerOptions): StartWorker<Request> {
  return (_file, { message, ended }) => {
    disallowCode();
    const worker = new Worker(url, {
      ...options,
      // Whatever pdf.js prints must not reach our standard output, which scripts read. Nobody reads these streams
      // either: that would keep the process alive.
      stdout: true,
      stderr: true,
      // Options of our own start (--input-type, --inspect, …) are none of its.
      execArgv: [],
    });
    worker.on('message', message);
    worker.on('error', ended);
    worker.on('exit', () => ended(undefined));
    return {
      post: (request) => worker.postMessage(request),
      takesTooMuch: async (document_bytes) => {
        const { external_memory } = await worker.getHeapStatistics();
        return external_memory > EXTERNAL_BYTES + document_bytes;
      },
      keepAlive: (on) => (on ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
    };
  };
}
