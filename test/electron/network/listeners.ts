/** Hears whoever asks a name server or calls a computer, in a network of its own (isolated-network.ts). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The address of every name: kept for documentation (RFC 5737), and in this network the computer's own. */
const ADDRESS = [203, 0, 113, 7];
/** Where the web, STUN and TURN are. */
const TCP_PORTS = [80, 443, 3478];
const UDP_PORTS = [443, 3478];
const TYPE_A = 1;

export interface Heard {
  all(): {
    /** The names that were asked for, once each, in lower case. */
    names: string[];
    /** Who was called, once each: `tcp:443`, `udp:3478`. */
    calls: string[];
  };
  close(): void;
}

/** Answers every name on 127.0.0.1:53, and listens where its address leads. @throws Error where a port is taken */
export async function listen(): Promise<Heard> {
  const names = new Set<string>();
  const calls = new Set<string>();
  const dns = createSocket('udp4');
  dns.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    names.add(name.toLowerCase());
    dns.send(answerTo(query, type, end), port, address);
  });
  dns.bind(53, '127.0.0.1');
  await once(dns, 'listening');
  const udp = await Promise.all(
    UDP_PORTS.map(async (port) => {
      const socket = createSocket('udp4');
      socket.on('message', () => calls.add(`udp:${port}`));
      socket.bind(port);
      await once(socket, 'listening');
      return socket;
    }),
  );
  const tcp = await Promise.all(
    TCP_PORTS.map(async (port) => {
      const server = createServer((socket) => {
        calls.add(`tcp:${port}`);
        socket.on('error', () => {});
        socket.destroy();
      });
      server.listen(port, '0.0.0.0');
      await once(server, 'listening');
      return server;
    }),
  );
  return {
    all: () => ({ names: [...names], calls: [...calls] }),
    close: () => {
      for (const one of [dns, ...udp, ...tcp]) one.close();
    },
  };
}

/** The question of a DNS query with one (RFC 1035, section 4.1.2). */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The one address for type A, and an empty answer for every other type. */
function answerTo(query: Buffer, type: number, end: number): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  // A response, recursion available, no error; one question, and nothing of what was additional.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(type === TYPE_A ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const answer = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS]);
  return Buffer.concat([header, query.subarray(12, end), ...(type === TYPE_A ? [answer] : [])]);
}
