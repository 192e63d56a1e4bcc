/** Arguments of every call of the contract, and whatever else a structured clone may hold, through the one wrapper. */
import { deserialize, serialize } from 'node:v8';
import { TripKitError } from '../../../main/common/errors.ts';
import { bindCalls, type CallContract } from '../../../main/electron/handle.ts';
import type { CallMap } from '../../../main/host/call-map.ts';
import { batchCalls } from '../../../main/trips/open.ts';
import { checkTrip } from '../../../main/trips/trip-rules.ts';
import { calls } from '../../../preload/contract.ts';
import { seeded } from '../../demo-service/random.ts';
import { dialogsOf, memoryLog, memoryPort } from '../../start/ipc-fixtures.ts';
import { defineTarget } from '../define-target.ts';
import { sampleOf } from '../mutators/schema.ts';
import { values } from '../mutators/values.ts';

/** Arguments of each call that its schema takes. */
const SAMPLES = 4;

interface Call {
  channel: string;
  args: unknown;
}

function samples(): Call[] {
  const contracts = Object.entries(calls).flatMap(([domain, functions]) =>
    Object.entries(functions as Record<string, CallContract>).map(([name, contract]) => ({
      channel: `${domain}.${name}`,
      contract,
    })),
  );
  return contracts.flatMap(({ channel, contract }) =>
    Array.from({ length: SAMPLES }, (_, n) => ({ channel, args: sampleOf(contract.args, seeded(n + 1)) })),
  );
}

/** What the calls of `batch` and the rules of trips make of arguments is real; the others refuse what the schemas let through. */
function bindAll() {
  const port = memoryPort();
  const log = memoryLog();
  const rulesOf = () => (trip: Parameters<typeof checkTrip>[0]) => checkTrip(trip, { max_alternates: 6 });
  const refusing = new Proxy(
    {},
    {
      get: () => () => {
        throw new TripKitError('config', 'Not in this run.');
      },
    },
  );
  const batch = batchCalls({ dialogs: dialogsOf({ saveTable: async () => null }), rulesOf, now: () => 0 });
  const handlers = Object.fromEntries(Object.keys(calls).map((domain) => [domain, refusing]));
  bindCalls(port, () => ({ ...handlers, batch }) as unknown as CallMap, log);
  return { port, log };
}

export const targets = [
  defineTarget({
    name: 'ipc',
    domain: {
      ...values,
      // The channel stays: another one has no handler, and a page can't make one.
      mutate: (random, input, pool) => {
        const { channel, args } = input as Call;
        return { channel, args: values.mutate(random, args, pool) };
      },
      *smaller(input) {
        const { channel, args } = input as Call;
        for (const one of values.smaller(args)) yield { channel, args: one };
      },
    },
    seeds: samples,
    run: async (input) => {
      const { channel, args } = input as Call;
      const { port, log } = bindAll();
      const answer = await port.invoke(channel, ...(Array.isArray(args) ? args : [args]));
      deserialize(serialize(answer));
      if (log.lines.length > 0) throw log.causes[0] ?? new Error(log.lines[0]);
    },
    cost: 4,
  }),
];
