/**
 * A worker thread that compares two documents page by page, with code of our own alone. It keeps what their pages draw, compressed,
 * until both have been read. compare-documents.ts feeds it.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Comparison, type ComparisonRequest } from './comparison.ts';

// Linux gives each thread a priority of its own (setpriority(2), "C library/kernel differences"); elsewhere this would slow the
// whole process down.
if (process.platform === 'linux') setPriority(10);

const comparison = new Comparison();

parentPort?.on('message', async (request: ComparisonRequest) => {
  parentPort?.postMessage(await comparison.answer(request));
});
parentPort?.postMessage('ready');
