import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

/** How a proxy behaves. */
export interface ConnectProxyOptions {
  /** Speaks TLS to its clients. */
  tls?: { cert: string; key: string };
  /** Asks for these credentials, `user:password`. */
  credentials?: string;
  /** Answers CONNECT with this instead of a tunnel. */
  refuse?: { status: number; headers?: Record<string, string>; body?: string };
  /** Never answers; closes without an answer; answers with something that is no HTTP. */
  fault?: 'hang' | 'close' | 'garbage';
}

/** A proxy that is running. */
export interface ConnectProxy {
  port: number;
  /** `host:port`, as in a PAC answer. */
  place: string;
  /** What CONNECT asked for, and the absolute URLs of plain requests. */
  asked: string[];
  /** Bytes of clients, before TLS: what the proxy could read. */
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A real HTTP proxy on loopback (RFC 9110 section 9.3.6). */
export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  const authorized = (req: IncomingMessage) =>
    options.credentials === undefined ||
    req.headers['proxy-authorization'] === `Basic ${Buffer.from(options.credentials).toString('base64')}`;
  const unauthorized = { 'proxy-authenticate': 'Basic realm="Airline"', 'content-length': '0' };
  const server: Server = options.tls ? createHttpsServer(options.tls) : createServer();
  server.on('connection', keep);
  server.on('connect', (req: IncomingMessage, client: Socket) => {
    asked.push(`CONNECT ${req.url}`);
    headers.push(req.headers);
    client.on('error', () => {});
    if (options.fault === 'hang') return;
    if (options.fault === 'close') {
      client.destroy();
      return;
    }
    if (options.fault === 'garbage') {
      client.end('SSH-2.0-OpenSSH_9.2\r\n');
      return;
    }
    const refusal = authorized(req) ? options.refuse : { status: 407, headers: unauthorized };
    if (refusal) {
      const lines = Object.entries(refusal.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      client.end(
        `HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('')}\r\n${'body' in refusal ? refusal.body : ''}`,
      );
      return;
    }
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(req.url ?? '') ?? [];
    const upstream = keep(connect({ host, port: Number(port) }));
    upstream.on('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad gateway\r\n\r\n'));
    client.on('close', () => upstream.destroy());
  });
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    asked.push(`${req.method} ${req.url}`);
    headers.push(req.headers);
    if (!authorized(req)) {
      res.writeHead(407, unauthorized).end();
      return;
    }
    const { 'proxy-authorization': _own, ...passed } = req.headers;
    const upstream = httpRequest(req.url ?? '', { method: req.method, headers: passed }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    upstream.on('error', () => res.writeHead(502).end());
    req.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    place: `127.0.0.1:${port}`,
    asked,
    headers,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
