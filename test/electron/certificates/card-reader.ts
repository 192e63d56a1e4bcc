/**
 * A reader for smart cards that are a test's own (piv-card.ts), under the machine's real smart card service: pcscd with the
 * driver of the Virtual Smart Card Architecture (Debian: vsmartcard-vpcd), which speaks to its card over TCP on loopback.
 *
 * pcscd has a fixed place for its socket, /run/pcscd, that only root may make. So it runs in a mount namespace of its own, where
 * that place is the test's folder; programs find it by PCSCLITE_CSOCK_NAME (pcsc-lite, winscard_clnt.c).
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { ATR, type PivCard } from './piv-card.ts';

/** Until the service listens, ms. */
const START_TIMEOUT_MS = 20_000;
const LOOK_MS = 50;
const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';

const SETUP = `set -e
mount -t tmpfs none /run
mkdir /run/pcscd
mount --bind "$1" /run/pcscd
exec pcscd --foreground --config "$2" --critical
`;

/** Control bytes of the driver (virtualsmartcard, vpcd.h). */
const POWER_OFF = 0;
const POWER_ON = 1;
const RESET = 2;
const ASK_ATR = 4;

export interface CardReader {
  /** What programs need to find the service. */
  env: { PCSCLITE_CSOCK_NAME: string };
  /** Puts a card in; resolves when the service has noticed it. */
  insert(card: PivCard): Promise<void>;
  /** Pulls the card out. */
  pull(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the service with one reader. @throws Error where it does not start */
export async function startCardReader(folder: string): Promise<CardReader> {
  const sockets = join(folder, 'pcscd');
  const config = join(folder, 'readers');
  await mkdir(sockets, { recursive: true });
  await mkdir(config, { recursive: true });
  const port = await freePort();
  const channel = `0x${port.toString(16)}`;
  await writeFile(
    join(config, 'reader'),
    `FRIENDLYNAME "Test Reader"\nDEVICENAME /dev/null:${channel}\nLIBPATH ${DRIVER}\nCHANNELID ${channel}\n`,
  );
  const service = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', '--', 'sh', '-c', SETUP, 'sh', sockets, config],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  const socket = join(sockets, 'pcscd.comm');
  await until(
    () => existsSync(socket),
    service,
    () => `The smart card service did not start: ${said}`,
  );
  let slot: Socket | null = null;
  return {
    env: { PCSCLITE_CSOCK_NAME: socket },
    async insert(card) {
      slot = await plugIn(port, card);
    },
    async pull() {
      const old = slot;
      slot = null;
      if (!old || old.destroyed) return;
      const gone = once(old, 'close');
      old.destroy();
      await gone;
    },
    async close() {
      slot?.destroy();
      if (service.exitCode !== null || service.signalCode !== null) return;
      const ended = once(service, 'exit');
      service.kill();
      await ended;
    },
  };
}

/** Connects a card to the driver: each message has its length, two bytes, before it. */
async function plugIn(port: number, card: PivCard): Promise<Socket> {
  const socket = await reach(port);
  const powered = Promise.withResolvers<void>();
  let unread = Buffer.alloc(0);
  const send = (message: Buffer) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  };
  const take = (message: Buffer) => {
    if (message.length > 1) {
      send(card.answer(message));
      return;
    }
    switch (message[0]) {
      case ASK_ATR:
        send(ATR);
        break;
      case POWER_ON:
      case RESET:
        card.reset();
        powered.resolve();
        break;
      case POWER_OFF:
        card.reset();
    }
  };
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 2) {
      const end = 2 + unread.readUInt16BE(0);
      if (unread.length < end) return;
      const message = unread.subarray(2, end);
      unread = unread.subarray(end);
      take(message);
    }
  });
  await powered.promise;
  return socket;
}

/** Connects as soon as the driver listens, which is after the service does. */
async function reach(port: number): Promise<Socket> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      // From here on an error is a card that was pulled out.
      socket.on('error', () => socket.destroy());
      return socket;
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(LOOK_MS);
    }
  }
}

async function until(is: () => boolean, service: ChildProcess, what: () => string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (!is()) {
    if (service.exitCode !== null || performance.now() > end) {
      service.kill();
      throw new Error(what());
    }
    await setTimeout(LOOK_MS);
  }
}
