/** Sockets: makes the TLS and plain servers of the interface, numbers their connections, starts and stops them. */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Answer } from './answer.ts';
import { Exchange, type ExchangeContext } from './exchange.ts';
import type { DemoPki } from './pki.ts';

/** Starts listening on loopback; resolves with the origin's port. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening and closes every connection. */
export async function stop(server: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** How a server differs from plain http: its certificate and, for two-way TLS, whose clients it takes. */
export interface Transport {
  pki: DemoPki;
  /** Absent: no client certificate is asked for. */
  clients?: 'answer' | 'refuse_in_handshake';
}

type Handler = (exchange: Exchange) => Promise<Answer>;

/** Makes a server of the interface; it does not listen yet. `transport` null: plain http. */
export function createServer(
  context: ExchangeContext,
  handler: Handler,
  transport: Transport | null,
): HttpServer {
  const made = transport ? createHttpsServer(tlsOptions(transport)) : createHttpServer();
  const connections = new WeakMap<Socket, number>();
  let count = 0;
  // Longer than any client's pause between polls, so that a reused connection is not closed under a request.
  made.keepAliveTimeout = 65_000;
  made.on(transport ? 'secureConnection' : 'connection', (socket: Socket) => {
    count += 1;
    connections.set(socket, count);
  });
  made.on('tlsClientError', (error: NodeJS.ErrnoException) => {
    context.journal.handshakeFailed(context.server, error.code ?? error.message);
  });
  made.on('request', (req, res) => {
    void new Exchange(req, res, context, connections.get(req.socket) ?? 0).run(handler);
  });
  return made;
}

function tlsOptions({ pki, clients }: Transport) {
  if (clients === undefined) return { ...pki.server, minVersion: 'TLSv1.2' as const };
  return {
    ...pki.server,
    minVersion: 'TLSv1.2' as const,
    ca: [pki.airline.pem],
    requestCert: true,
    rejectUnauthorized: clients === 'refuse_in_handshake',
  };
}
