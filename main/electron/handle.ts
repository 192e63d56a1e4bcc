/**
 * The only entry for calls: registers the calls of a contract for its page, each behind the same wrapper, which checks
 * sender, arguments and answer, and turns every failure into a Result.
 */

import type { z } from 'zod';
import { calls, type Failure, type Result } from '../../preload/contract.ts';
import { SETUP_PREFIX, setupCalls } from '../../preload/setup-contract.ts';
import { TripKitError, toFailure } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { redactFailure } from '../common/redact.ts';
import { type AppPage, appPageOf } from '../host/app-origin.ts';
import type { CallMap, SetupCallMap } from '../host/call-map.ts';

/** The part of a sending frame that is checked; Electron's WebFrameMain is one. */
interface SenderFrame {
  readonly url: string;
  /** Null for a window's top frame. */
  readonly parent: SenderFrame | null;
}

/** A call did not come from the page of its contract. Rejects the call; the page sees Electron's wrapping. */
export class ForeignSenderError extends Error {
  override readonly name = 'ForeignSenderError';
}

/**
 * Admits only the top frame of the page whose contract has the call.
 * @throws ForeignSenderError for every other sender: no frame, a frame in a page, another origin, an empty URL.
 */
export function requireAppSender(frame: SenderFrame | null | undefined, page: AppPage): void {
  if (!frame) throw new ForeignSenderError('The call was refused: its sender is gone.');
  if (frame.parent !== null)
    throw new ForeignSenderError('The call was refused: its sender is not a window.');
  if (appPageOf(frame.url) !== page)
    throw new ForeignSenderError(`The call was refused: its sender is not the app’s page “${page}”.`);
}

/** The part of Electron's ipcMain that is needed; main/electron/ipc-port.ts has the real one. */
export interface InvokePort {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>): void;
}

/** The part of Electron's IpcMainInvokeEvent that is needed. */
export interface InvokeEvent {
  readonly senderFrame: SenderFrame | null;
  /** The page of the frame; no other page of this run has its id. */
  readonly sender?: { readonly id: number };
}

/** No page has this id (Electron docs, `webContents.id`): the share of calls without a window. */
export const NO_WINDOW = 0;

/**
 * The handlers for a `call` of the window whose page has this id: its dialogs, its open kits. A call waits for them while the app
 * starts. Later they are there at once, and a handler begins within the call's event: a drag runs a loop of its own on Linux, and in a
 * microtask it would hold up every promise of the app.
 */
type HandlersOf<Handlers> = (window: number, call: string) => Handlers | Promise<Handlers>;

/** The only call that is answered before all others have a handler. */
export interface FirstCalls {
  kits: Pick<CallMap['kits'], 'firstText'>;
}

/** Registers every call of the library's contract; a missing handler does not compile. */
export function bindCalls(port: InvokePort, of: HandlersOf<CallMap | FirstCalls>, log: Log): void {
  bind(port, { calls, page: 'library', prefix: '' }, of, log);
}

/** The same for set-up's contract. */
export function bindSetupCalls(port: InvokePort, of: HandlersOf<SetupCallMap>, log: Log): void {
  bind(port, { calls: setupCalls, page: 'setup', prefix: SETUP_PREFIX }, of, log);
}

/** Binds each call to the method of its domain. */
function bind(
  port: InvokePort,
  contract: { calls: object; page: AppPage; prefix: string },
  of: HandlersOf<object>,
  log: Log,
): void {
  for (const [domain, contracts] of Object.entries(contract.calls))
    for (const [name, schemas] of Object.entries(contracts as Record<string, CallContract>)) {
      const channel = `${contract.prefix}${domain}.${name}`;
      port.handle(channel, (event, ...args) => {
        const handler: Handler = (...input) => {
          const call = (handlers: object) => {
            const functions = Reflect.get(handlers, domain) as Record<string, Handler>;
            if (!functions[name]) throw new Error(`The call ${channel} of the contract has no handler.`);
            return functions[name](...input);
          };
          const handlers = of(event.sender?.id ?? NO_WINDOW, `${domain}.${name}`);
          return handlers instanceof Promise ? handlers.then(call) : call(handlers);
        };
        return handle(channel, schemas, handler, log, contract.page)(event, ...args);
      });
    }
}

/** The schemas of one call. */
export interface CallContract {
  args: z.ZodType<unknown[]>;
  result: z.ZodType;
}
type Handler = (...args: unknown[]) => unknown;

/**
 * Wraps one handler. The wrapped function rejects only for a foreign sender; every other failure
 * is a Result with `ok: false`. The answer contains only what the result schema names.
 */
export function handle(channel: string, contract: CallContract, handler: Handler, log: Log, page: AppPage) {
  return async (event: InvokeEvent, ...args: unknown[]): Promise<Result<unknown>> => {
    try {
      requireAppSender(event.senderFrame, page);
    } catch (error) {
      log.warn(`IPC ${channel}: ${String(error)}`);
      throw error;
    }
    try {
      const input = contract.args.safeParse(args);
      if (!input.success) return { ok: false, error: malformed(input.error) };
      const answer = contract.result.safeParse((await handler(...input.data)) ?? null);
      // Logs only the place of the error: the value may be anything.
      if (!answer.success) throw new Error(`The answer is outside the contract at ${whereOf(answer.error)}.`);
      return { ok: true, value: answer.data };
    } catch (error) {
      if (error instanceof TripKitError) return { ok: false, error: redactFailure(toFailure(error)) };
      log.error(`IPC ${channel} failed unexpectedly.`, error);
      return { ok: false, error: unexpected };
    }
  };
}

/** What a person reads if the app itself is at fault; the detail is in the log. */
const unexpected: Failure = {
  kind: 'config',
  message:
    'Something went wrong inside the app. Try again; if it happens again, restart the app and send its log to support.',
};

/** The first place that the schema refuses, and why; never the value, which may be a passphrase. */
function malformed(error: z.ZodError): Failure {
  return {
    kind: 'config',
    message: `The app could not use this input (${whereOf(error)}). Check what was entered and try again.`,
  };
}

function whereOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'input';
  // Keys may come from the page: their length and characters are limited, so they can't break a log line.
  const path = issue.path.map((part) => String(part).replace(/[^\w.-]/g, '_')).join('.');
  return `${path || 'arguments'}: ${issue.code}`.slice(0, 200);
}
