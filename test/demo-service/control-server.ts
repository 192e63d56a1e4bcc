/** The control port: plain http on 127.0.0.1, for people and for tests in other processes. No part of the interface. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { type FaultScript, faultScript } from './faults.ts';
import type { Journal } from './journal.ts';

/** A kit that nobody requested, over the control port. */
export const addTripKitBody = z.strictObject({
  tripkit_id: z.string().min(1),
  file: z.string().min(1),
  ready_in_ms: z.number().min(0).optional(),
});
export type AddTripKit = z.infer<typeof addTripKitBody>;

export interface ControlOptions {
  journal: Journal;
  faults: FaultScript;
  about: () => unknown;
  addTripKit: (kit: AddTripKit) => Promise<void>;
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

async function answer(options: ControlOptions, req: IncomingMessage): Promise<[number, unknown]> {
  // A web page must not reach it: neither by a rebound name nor by a form.
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(req.headers.host ?? '')) return [403, { error: 'Wrong host.' }];
  const operation = `${req.method} ${req.url}`;
  if (req.method === 'POST' && !req.headers['content-type']?.startsWith('application/json')) {
    return [415, { error: 'The body must be application/json.' }];
  }
  switch (operation) {
    case 'GET /journal':
      return [200, options.journal.entries()];
    case 'GET /about':
      return [200, options.about()];
    case 'GET /faults':
      return [200, options.faults.status()];
    case 'POST /faults':
      options.faults.add(faultScript.parse(await readJson(req)));
      return [200, options.faults.status()];
    case 'DELETE /faults':
      options.faults.clear();
      return [200, []];
    case 'POST /tripkits':
      await options.addTripKit(addTripKitBody.parse(await readJson(req)));
      return [201, {}];
    default:
      return [404, { error: 'GET /journal, GET /about, GET|POST|DELETE /faults, POST /tripkits.' }];
  }
}

/** Makes the server; it does not listen yet. */
export function createControlServer(options: ControlOptions): Server {
  return createServer((req, res) => {
    answer(options, req)
      .catch((error: unknown): [number, unknown] => {
        const text = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        return [400, { error: text }];
      })
      .then(([status, value]) => {
        res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
        res.end(`${JSON.stringify(value, null, 2)}\n`);
      });
  });
}
