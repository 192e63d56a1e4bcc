/** Ports for programs that can't be given one by the system. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port of this machine that nobody has. It is below the ports that Linux gives to whoever asks for any (32768 and up, ip(7)):
 * another test would be given one of those before the program takes it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    try {
      await listening;
    } catch {
      // Somebody has it.
      continue;
    }
    const closed = once(server, 'close');
    server.close();
    await closed;
    return port;
  }
  throw new Error('There is no free port.');
}
