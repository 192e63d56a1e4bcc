/**
 * A worker thread that compares two documents page by page, using only our own code. It keeps the contents of the pages, compressed,
 * until both documents have been read. compare-documents.ts sends it the pages.
 */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Comparison, type ComparisonRequest } from './comparison.ts';

// On Linux the priority applies to this thread only (setpriority(2), "C library/kernel differences"); elsewhere it would slow down
// the whole process. A process that was started with a lower one may not raise it.
if (process.platform === 'linux' && getPriority() < 10) setPriority(10);

const comparison = new Comparison();

parentPort?.on('message', async (request: ComparisonRequest) => {
  parentPort?.postMessage(await comparison.answer(request));
});
parentPort?.postMessage('ready');
