/** An HTTP proxy for CONNECT (RFC 9110, 9.3.6) that asks who somebody is, as a company's does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What a proxy has seen of a request for a tunnel. */
export interface SeenConnect {
  target: string;
  /** Whoever was let through. */
  user: string | null;
}

export type ProxyAuth =
  /** Lets nobody through: nobody here has its password. */
  | { scheme: 'NTLM' }
  | {
      scheme: 'Negotiate';
      /** The user of a SPNEGO token (RFC 4559); null where it proves nothing. */
      verify(token: Buffer): Promise<string | null>;
    };

export interface Proxy {
  /** Of 127.0.0.1 and localhost. */
  port: number;
  seen: SeenConnect[];
  /** Asks by this from now on. */
  ask(auth: ProxyAuth): void;
  close(): Promise<void>;
}

/** Starts a proxy on loopback. */
export async function startProxy(first: ProxyAuth): Promise<Proxy> {
  let auth = first;
  const seen: SeenConnect[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(405).end());

  const refuse = (socket: Duplex) => {
    const body = 'Who are you?';
    socket.write(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${auth.scheme}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };

  /** Whoever a header proves to be; null where it proves nothing. */
  const identify = async (header: string): Promise<string | null> => {
    const [scheme, token = ''] = header.split(' ');
    if (auth.scheme === 'NTLM' || scheme !== auth.scheme) return null;
    return auth.verify(Buffer.from(token, 'base64'));
  };

  server.on('connect', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const value = request.headers['proxy-authorization'] ?? '';
    const target = request.url ?? '';
    void identify(value).then((user) => {
      seen.push({ target, user });
      if (user === null) {
        refuse(socket);
        // What comes next on this connection is a request again, not the tunnel's.
        server.emit('connection', socket);
        return;
      }
      const port = Number(target.slice(target.lastIndexOf(':') + 1));
      const far: Socket = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        if (head.length > 0) far.write(head);
        far.pipe(socket);
        socket.pipe(far);
      });
      sockets.add(far);
      far.on('error', () => socket.destroy());
      far.on('close', () => {
        sockets.delete(far);
        socket.destroy();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    ask(next) {
      auth = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
