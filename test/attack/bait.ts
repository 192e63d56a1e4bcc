/** A server that nobody has a reason to reach: whoever connects or sends anything is counted. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { everyWay } from './ways-out.ts';

const OVER_UDP = ['stun', 'turn', 'webtransport'];

export interface Bait {
  /** Ports of 127.0.0.1. */
  tcp: number;
  udp: number;
  /** A script by which a page tries every way to them. */
  everyWay: string;
  /** What came: `tcp` and the first line of each connection, `udp` for a datagram. */
  came: string[];
  close(): void;
}

export async function layBait(): Promise<Bait> {
  const came: string[] = [];
  const tcp = createServer((socket) => {
    came.push('tcp');
    socket.on('error', () => {});
    socket.once('data', (data) => came.push(data.toString('latin1').split('\r\n')[0] ?? ''));
    socket.setTimeout(5_000, () => socket.destroy());
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const udp = createSocket('udp4');
  udp.on('message', () => came.push('udp'));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const ports = { tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port };
  return {
    ...ports,
    everyWay: everyWay((way) => `127.0.0.1:${ports[OVER_UDP.includes(way) ? 'udp' : 'tcp']}`, {
      given_up_ms: 700,
    }),
    came,
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}
