import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { StartWorker } from './supervised-worker.ts';

/** Memory limit outside the thread's heap (buffers of decoded streams) in addition to the document's length, bytes. */
const EXTERNAL_BYTES = 512 * 1024 ** 2;

let isDisallowed = false;

/**
 * V8 flags can't be set for one thread (ERR_WORKER_INVALID_EXEC_ARGV), and this one must be set before a thread's first context is
 * created. Existing contexts are not affected. Set only once: changing flags while threads run may crash V8 (Node docs,
 * `v8.setFlagsFromString`).
 */
function disallowCode(): void {
  if (isDisallowed) return;
  setFlagsFromString('--disallow-code-generation-from-strings');
  isDisallowed = true;
}

/**
 * Starts worker threads that can't turn text into code (`eval`, `new Function`).
 *
 * @param url the thread's module, named as build/node-workers.ts finds it. It posts 'ready' when it has loaded.
 * @param options name, memory limits and data of the thread
 */
export function workerThread<Request>(url: URL, options: WorkerOptions): StartWorker<Request> {
  return (_file, { message, ended }) => {
    disallowCode();
    const worker = new Worker(url, {
      ...options,
      // pdf.js output must not reach our standard output, which scripts read. These streams are not read either: that
      // would keep the process alive.
      stdout: true,
      stderr: true,
      // The thread does not inherit this process's own options (--input-type, --inspect, …).
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
