/** An HTTP proxy for CONNECT (RFC 9110, 9.3.6) that asks who somebody is, as a company's does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createChallenge, messageType, verifyAuthenticate } from './ntlm.ts';

/** What a proxy has seen of a request for a tunnel. */
export interface SeenConnect {
  target: string;
  /** The scheme and how far it got; null where nothing came. */
  scheme: string | null;
  /** Whoever was let through. */
  user: string | null;
}

export type ProxyAuth =
  | { scheme: 'none' }
  | { scheme: 'Basic' | 'NTLM'; user: string; password: string }
  | {
      scheme: 'Negotiate';
      /** The user of a SPNEGO token (RFC 4559); null where it proves nothing. */
      verify(token: Buffer): Promise<string | null>;
    };

export interface Proxy {
  /** Of 127.0.0.1 and localhost. */
  port: number;
  seen: SeenConnect[];
  close(): Promise<void>;
}

/** Starts a proxy on loopback. */
export async function startProxy(auth: ProxyAuth): Promise<Proxy> {
  const seen: SeenConnect[] = [];
  const sockets = new Set<Duplex>();
  const challenges = new WeakMap<Duplex, Buffer>();
  const server = createServer((_request, response) => response.writeHead(405).end());

  const refuse = (socket: Duplex, challenge: string) => {
    const body = 'Who are you?';
    socket.write(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };

  /** Whoever it is; or, as a challenge, what is still to be said. */
  const identify = async (
    socket: Duplex,
    value: string,
  ): Promise<{ user: string } | { challenge: string }> => {
    if (auth.scheme === 'none') return { user: '' };
    const again = { challenge: auth.scheme === 'Basic' ? 'Basic realm="Company"' : auth.scheme };
    const [scheme = '', token = ''] = value.split(' ');
    if (scheme !== auth.scheme) return again;
    const message = Buffer.from(token, 'base64');
    switch (auth.scheme) {
      case 'Basic':
        return message.toString('utf8') === `${auth.user}:${auth.password}` ? { user: auth.user } : again;
      case 'Negotiate': {
        const user = await auth.verify(message);
        return user === null ? again : { user };
      }
      case 'NTLM': {
        if (messageType(message) === 1) {
          const { message: second, challenge } = createChallenge();
          challenges.set(socket, challenge);
          return { challenge: `NTLM ${second.toString('base64')}` };
        }
        const challenge = challenges.get(socket);
        if (messageType(message) !== 3 || !challenge) return again;
        const user = verifyAuthenticate(message, challenge, auth.password);
        return user?.toLowerCase() === auth.user.toLowerCase() ? { user } : again;
      }
    }
  };

  server.on('connect', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const value = request.headers['proxy-authorization'] ?? '';
    const target = request.url ?? '';
    void identify(socket, value).then((answer) => {
      const user = 'user' in answer ? answer.user : null;
      seen.push({ target, scheme: value.split(' ')[0] || null, user });
      if ('challenge' in answer) {
        refuse(socket, answer.challenge);
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
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
