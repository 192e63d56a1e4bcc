import type { App } from 'electron';
import type { Log } from '../common/log.ts';
import { appPageOf } from '../host/app-origin.ts';
import { type CrashFacts, factsOfError } from '../support/crash-report.ts';

interface CrashHooksDeps {
  app: Pick<App, 'on'>;
  process: Pick<NodeJS.Process, 'on' | 'versions'>;
  crashes: { record(facts: CrashFacts): void };
  log: Log;
}

/**
 * Records what ends or fails unexpectedly: errors of the main process, windows, Chromium's other processes, and threads.
 * The listeners do not change what happens then. Hidden pages that read documents are ended on purpose, and not recorded.
 */
export function followCrashes({ app, process, crashes, log }: CrashHooksDeps): void {
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  // This monitor does not change what Electron does with uncaught errors (Node docs, 'uncaughtExceptionMonitor').
  process.on('uncaughtExceptionMonitor', (error) => crashes.record(factsOfError('main', 'main', error)));
  if (process.versions.electron !== undefined) {
    // Electron continues after one of these, and so does the app; elsewhere it is an uncaught error.
    process.on('unhandledRejection', (reason) => {
      log.error('A promise was rejected, and nothing waited for it.', reason);
      crashes.record(factsOfError('rejection', 'main', reason));
    });
  }
  process.on('worker', (worker) => {
    worker.on('error', (error) => crashes.record(factsOfError('process', 'worker thread', error)));
  });
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    const name = windowName(contents.getURL());
    if (name === null || reason === 'clean-exit' || quitting) return;
    crashes.record({ kind: 'window', process: name, reason, exit_code: exitCode, stack: null });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason === 'clean-exit' || quitting) return;
    const name = serviceName === undefined ? type : `${type}: ${serviceName}`;
    crashes.record({ kind: 'process', process: name, reason, exit_code: exitCode, stack: null });
  });
}

/** The window that shows this address; null if no window does. */
function windowName(address: string): string | null {
  const page = appPageOf(address);
  if (page === 'setup') return 'set-up';
  if (page !== 'library') return null;
  return URL.parse(address)?.searchParams.has('window') ? 'viewer' : 'library';
}
