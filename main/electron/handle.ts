/**
 * The one way in: registers the calls of a contract for its page alone, each behind the same wrapper, which checks the sender, the
 * arguments and the answer, and turns every failure into a Result.
 */
import type { z } from 'zod';
import { calls, type Failure, type Result } from '../../preload/contract.ts';
import { SETUP_PREFIX, setupCalls } from '../../preload/setup-contract.ts';
import { TripKitError, toFailure } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { redactFailure } from '../common/redact.ts';
import type { AppPage } from '../host/app-origin.ts';
import type { CallMap, SetupCallMap } from '../host/call-map.ts';
import { requireAppSender, type SenderFrame } from './sender.ts';

/** As much of Electron's ipcMain as is needed; main/electron/ipc-port.ts has the real one. */
export interface InvokePort {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>): void;
}

/** As much of Electron's IpcMainInvokeEvent as is needed. */
export interface InvokeEvent {
  readonly senderFrame: SenderFrame | null;
  /** The page whose frame it is, by an id that no other page of this run has. */
  readonly sender?: { readonly id: number };
}

/**
 * Registers every call of the library's contract; a call without a handler does not compile.
 *
 * @param of the same handlers for the window whose page has this id: what stands above it, what it has open
 */
export function bindCalls(
  port: InvokePort,
  handlers: CallMap,
  log: Log,
  of: (window: number) => CallMap = () => handlers,
): void {
  bind(port, { calls, page: 'library', prefix: '' }, handlers, log, of);
}

/** The same of set-up's contract. */
export function bindSetupCalls(port: InvokePort, handlers: SetupCallMap, log: Log): void {
  bind(port, { calls: setupCalls, page: 'setup', prefix: SETUP_PREFIX }, handlers, log);
}

/** Each handler as a method of its domain. */
function bind(
  port: InvokePort,
  contract: { calls: object; page: AppPage; prefix: string },
  handlers: object,
  log: Log,
  of: (window: number) => object = () => handlers,
): void {
  for (const domain of Object.keys(contract.calls)) {
    const contracts = Reflect.get(contract.calls, domain) as Record<string, CallContract>;
    const functions = Reflect.get(handlers, domain) as Record<string, Handler>;
    for (const [name, schemas] of Object.entries(contracts)) {
      const channel = `${contract.prefix}${domain}.${name}`;
      if (!functions[name]) throw new Error(`The call ${channel} of the contract has no handler.`);
      port.handle(channel, (event, ...args) => {
        const handler: Handler = (...input) => {
          const own = event.sender ? of(event.sender.id) : handlers;
          return (Reflect.get(own, domain) as Record<string, Handler>)[name]?.(...input);
        };
        return handle(channel, schemas, handler, log, contract.page)(event, ...args);
      });
    }
  }
}

/** The schemas of one call. */
export interface CallContract {
  args: z.ZodType<unknown[]>;
  result: z.ZodType;
}
type Handler = (...args: unknown[]) => unknown;

/**
 * Wraps one handler. The wrapped function rejects for a foreign sender only (main/electron/sender.ts); whatever else goes
 * wrong is a Result with `ok: false`. The answer holds what the result schema names and nothing more.
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
      // Only where it went wrong is logged: the value itself may be anything.
      if (!answer.success) throw new Error(`The answer is outside the contract at ${whereOf(answer.error)}.`);
      return { ok: true, value: answer.data };
    } catch (error) {
      if (error instanceof TripKitError) return { ok: false, error: redactFailure(toFailure(error)) };
      log.error(`IPC ${channel} failed unexpectedly.`, error);
      return { ok: false, error: unexpected };
    }
  };
}

/** What a person reads where the app itself is at fault; the detail is in the log. */
const unexpected: Failure = {
  kind: 'config',
  message:
    'Something went wrong inside the app. Try again; if it happens again, restart the app and send its log to support.',
};

/** The first place that the schema refuses and why; never the value, which may be a passphrase. */
function malformed(error: z.ZodError): Failure {
  return {
    kind: 'config',
    message: `The app could not use this input (${whereOf(error)}). Check what was entered and try again.`,
  };
}

function whereOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'input';
  // Keys may come from the page: bounded, and without anything that could break a line of the log.
  const path = issue.path.map((part) => String(part).replace(/[^\w.-]/g, '_')).join('.');
  return `${path || 'arguments'}: ${issue.code}`.slice(0, 200);
}
