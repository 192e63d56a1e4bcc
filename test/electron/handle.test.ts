import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TripKitError } from '../../main/common/errors.ts';
import {
  bindCalls,
  bindSetupCalls,
  type CallContract,
  ForeignSenderError,
  handle,
  NO_WINDOW,
} from '../../main/electron/handle.ts';
import type { CallMap } from '../../main/host/call-map.ts';
import { calls } from '../../preload/contract.ts';
import { SETUP_PREFIX, setupCalls } from '../../preload/setup-contract.ts';
import { appSender, memoryLog, memoryPort, senderOf } from '../start/ipc-fixtures.ts';

const double: CallContract = { args: z.tuple([z.number()]), result: z.number() };

describe('one call', () => {
  test('answers with the value', async () => {
    const call = handle('math.double', double, (n) => (n as number) * 2, memoryLog(), 'library');
    expect(await call(appSender, 21)).toEqual({ ok: true, value: 42 });
  });

  test('a handler that answers nothing answers null, and only where the contract has it', async () => {
    const nothing: CallContract = { args: z.tuple([]), result: z.null() };
    const call = handle('app.listening', nothing, () => undefined, memoryLog(), 'library');
    expect(await call(appSender)).toEqual({ ok: true, value: null });
    const forgotten = handle('math.double', double, () => undefined, memoryLog(), 'library');
    expect(await forgotten(appSender, 1)).toMatchObject({ ok: false });
  });

  test('rejects a foreign sender, before the handler sees anything', async () => {
    let called = false;
    const log = memoryLog();
    const reach = () => {
      called = true;
    };
    const call = handle('math.double', double, reach, log, 'library');
    await expect(call({ senderFrame: { url: 'https://evil.example/', parent: null } }, 1)).rejects.toThrow(
      ForeignSenderError,
    );
    await expect(call({ senderFrame: null }, 1)).rejects.toThrow(ForeignSenderError);
    expect(called).toBe(false);
    expect(log.lines).toHaveLength(2);
  });

  test('refuses arguments outside the contract, without their values', async () => {
    const contract: CallContract = {
      args: z.tuple([z.strictObject({ passphrase: z.string().max(3) })]),
      result: z.null(),
    };
    const call = handle('identity.import', contract, () => null, memoryLog(), 'library');
    for (const args of [
      [],
      [{}],
      [{ passphrase: 'hunter2' }],
      [{ passphrase: 1 }],
      [{ passphrase: 'a', hunter2: 1 }],
      [1, 2],
    ]) {
      const answer = await call(appSender, ...args);
      expect(answer).toMatchObject({ ok: false, error: { kind: 'config' } });
      expect(JSON.stringify(answer)).not.toContain('hunter2');
    }
  });

  test('hands on a failure with its kind, messages and status, and nothing else', async () => {
    const messages = [{ code: '201', type: 'Error', message: 'Not covered' }];
    const failed = new TripKitError('rejected', 'No.', {
      messages,
      status: 400,
      condition: 'x',
      cause: new Error('y'),
    });
    const call = handle('math.double', double, () => Promise.reject(failed), memoryLog(), 'library');
    expect(await call(appSender, 1)).toEqual({
      ok: false,
      error: { kind: 'rejected', message: 'No.', messages, status: 400 },
    });
  });

  test('an unexpected error becomes a fixed sentence; the detail goes to the log only', async () => {
    const log = memoryLog();
    const error = new Error('secret detail');
    const call = handle('math.double', double, () => Promise.reject(error), log, 'library');
    const answer = await call(appSender, 1);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'config' } });
    expect(JSON.stringify(answer)).not.toContain('secret detail');
    expect(log.causes).toEqual([error]);
  });

  test('an answer outside the contract does not leave', async () => {
    const call = handle('math.double', double, () => 'a string', memoryLog(), 'library');
    expect(await call(appSender, 1)).toMatchObject({ ok: false, error: { kind: 'config' } });
  });

  test('keys that the contract does not name are taken off the answer', async () => {
    const contract: CallContract = { args: z.tuple([]), result: z.object({ subject: z.string() }) };
    const call = handle(
      'identity.state',
      contract,
      () => ({ subject: 'CN=a', key: 'PRIVATE' }),
      memoryLog(),
      'library',
    );
    expect(await call(appSender)).toEqual({ ok: true, value: { subject: 'CN=a' } });
  });
});

const contracts = [
  { page: 'library', prefix: '', all: calls, bind: bindCalls },
  { page: 'setup', prefix: SETUP_PREFIX, all: setupCalls, bind: bindSetupCalls },
] as const;
const channelsOf = (prefix: string, all: object) =>
  Object.entries(all).flatMap(([domain, names]) =>
    Object.keys(names).map((name) => `${prefix}${domain}.${name}`),
  );

describe.each(contracts)('the contract of $page', ({ page, prefix, all, bind }) => {
  const expected = channelsOf(prefix, all);
  function bound() {
    const port = memoryPort();
    const reached: string[] = [];
    const handlers = Object.fromEntries(
      Object.entries(all).map(([domain, names]) => [
        domain,
        Object.fromEntries(
          Object.keys(names).map((name) => [name, () => void reached.push(`${domain}.${name}`)]),
        ),
      ]),
    );
    bind(port, () => handlers as never, memoryLog());
    return { port, reached };
  }

  test('every call refuses whatever is not its input, and never throws', async () => {
    const { port, reached } = bound();
    expect(port.channels()).toEqual([...expected].sort());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...expected),
        fc.array(fc.anything(), { minLength: 4, maxLength: 6 }),
        async (channel, args) => {
          const answer = await port.invokeFrom(senderOf(page), channel, ...args);
          expect(answer).toMatchObject({ ok: false, error: { kind: 'config' } });
        },
      ),
    );
    expect(reached).toEqual([]);
  });

  test.each(expected)('%s is refused to every other page', async (channel) => {
    const { port, reached } = bound();
    for (const other of ['library', 'setup', 'documents-7'].filter((one) => one !== page))
      await expect(port.invokeFrom(senderOf(other), channel)).rejects.toThrow(ForeignSenderError);
    expect(reached).toEqual([]);
  });
});

test('the library has no call that gives power, and no call that takes a passphrase', () => {
  const library = channelsOf('', calls);
  expect(library.filter((name) => /^(profiles|identity|updates|setup)\./.test(name)).sort()).toEqual([
    'identity.state',
    'profiles.list',
    'setup.hand',
    'setup.open',
  ]);
  const forSetup = channelsOf('', setupCalls);
  expect(library.filter((name) => forSetup.includes(name)).sort()).toEqual([
    'identity.state',
    'profiles.list',
    'settings.get',
    'settings.set',
  ]);
});

test('a call of a page that is there before its handlers waits for them; another page is refused at once', async () => {
  const port = memoryPort();
  const asked: [number, string][] = [];
  const started = Promise.withResolvers<void>();
  const of = async (window: number, call: string) => {
    await started.promise;
    asked.push([window, call]);
    return { app: { listening: () => null } } as unknown as CallMap;
  };
  bindCalls(port, of, memoryLog());
  const answer = port.invokeFrom(senderOf('library'), 'app.listening');
  await expect(port.invokeFrom(senderOf('setup'), 'app.listening')).rejects.toThrow(ForeignSenderError);
  expect(asked).toEqual([]);
  started.resolve();
  expect(await answer).toEqual({ ok: true, value: null });
  expect(asked).toEqual([[NO_WINDOW, 'app.listening']]);
});

test('a handler that is there begins within the event of its call, not in a microtask', () => {
  const port = memoryPort();
  const begun: string[] = [];
  const handlers = { app: { listening: () => void begun.push('listening') } } as unknown as CallMap;
  bindCalls(port, () => handlers, memoryLog());
  void port.invokeFrom(senderOf('library'), 'app.listening');
  expect(begun).toEqual(['listening']);
});
