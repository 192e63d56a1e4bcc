/**
 * The worker of a gate. Everything that a document's page sends is read and checked on this thread: a picture of 2000 x 2000 px
 * from another process takes 50 ms to read, and a page may send endless messages.
 */
import type { FromGate, ToDocument } from '../../../documents/messages/messages.ts';
import { Gate } from './gate.ts';

const say = (message: FromGate, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener(
  'message',
  ({ data: port }: MessageEvent<MessagePort>) => {
    const gate = new Gate(say, (message) => port.postMessage(message));
    addEventListener('message', ({ data }: MessageEvent<ToDocument>) => gate.fromLibrary(data));
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => gate.fromDocument(data));
    // The process of that page has ended, or the page was left.
    port.addEventListener('close', () => say({ gone: true }));
    port.start();
  },
  { once: true },
);
