/** A relay in front of a server: the network between the laptop and the service, which can fail in its own ways. */
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { listen } from '../demo-service/servers.ts';

/** How the network is: there, or gone in one of three ways. */
export type NetworkState = 'there' | 'refusing' | 'resetting' | 'silent';

/** A relay that looks into TLS needs the server's certificate, and the authority to check the server behind it. */
export interface Terminating {
  cert: string;
  key: string;
  ca: string;
}

export class Relay {
  readonly #target: number;
  readonly #terminating: Terminating | null;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;
  #state: NetworkState = 'there';
  #duplicates = 0;

  private constructor(target: number, terminating: Terminating | null) {
    this.#target = target;
    this.#terminating = terminating;
    this.#server = terminating
      ? createTlsServer({ cert: terminating.cert, key: terminating.key }, (socket) => this.#carry(socket))
      : createTcpServer((socket) => this.#carry(socket));
    this.#server.on('connection', (socket) => this.#keep(socket));
    // Handshakes that the client gives up are the client's business.
    this.#server.on('tlsClientError', () => {});
  }

  /** @param target port on loopback */
  static async start(target: number, terminating: Terminating | null = null): Promise<Relay> {
    const relay = new Relay(target, terminating);
    relay.#port = await listen(relay.#server, 0);
    return relay;
  }

  get origin(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Changes the network. Gone means that the connections that stand are gone too, unless it only falls silent. */
  async become(state: NetworkState): Promise<void> {
    const before = this.#state;
    this.#state = state;
    if (state === 'refusing' && this.#server.listening) this.#server.close();
    if (state === 'refusing' || state === 'resetting') this.cut();
    if (state === 'silent') for (const socket of this.#sockets) socket.pause();
    // What was on its way through a silent network is lost.
    if (before === 'silent' && state === 'there') this.cut();
    if (state !== 'refusing' && !this.#server.listening) await this.#listenAgain();
  }

  /** Breaks every connection that stands. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The next answers, so many of them, come twice. Only where the relay looks into TLS. */
  duplicate(answers: number): void {
    this.#duplicates = answers;
  }

  async close(): Promise<void> {
    this.cut();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #listenAgain(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await listen(this.#server, this.#port);
        return;
      } catch (error) {
        if (tries === 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#state === 'resetting') socket.destroy();
    if (this.#state === 'silent') socket.pause();
  }

  #carry(client: Socket): void {
    client.on('error', () => {});
    if (this.#state === 'resetting') {
      client.destroy();
      return;
    }
    const there = this.#terminating
      ? connectTls({ host: '127.0.0.1', port: this.#target, ca: this.#terminating.ca })
      : connect(this.#target, '127.0.0.1');
    this.#keep(there);
    client.once('close', () => there.destroy());
    there.once('close', () => client.destroySoon());
    client.on('data', (chunk) => {
      if (!there.write(chunk)) {
        client.pause();
        there.once('drain', () => this.#state !== 'silent' && client.resume());
      }
    });
    const answers = this.#terminating ? this.#repeater() : (chunk: Buffer) => chunk;
    there.on('data', (chunk) => {
      if (!client.write(answers(chunk))) {
        there.pause();
        client.once('drain', () => this.#state !== 'silent' && there.resume());
      }
    });
  }

  /** Hands chunks on; where an answer is to come twice, it is gathered until it is whole and then sent two times. */
  #repeater(): (chunk: Buffer) => Buffer {
    let gathered: Buffer | null = null;
    return (chunk) => {
      if (gathered === null) {
        if (this.#duplicates === 0 || !chunk.subarray(0, 5).equals(Buffer.from('HTTP/'))) return chunk;
        this.#duplicates -= 1;
        gathered = Buffer.alloc(0);
      }
      gathered = Buffer.concat([gathered, chunk]);
      const text = gathered.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = /content-length: *(\d+)/i.exec(text.slice(0, Math.max(head, 0)))?.[1] ?? '0';
      if (head === -1 || gathered.length < head + 4 + Number(length)) return Buffer.alloc(0);
      const whole = gathered;
      gathered = null;
      return Buffer.concat([whole, whole]);
    };
  }
}
