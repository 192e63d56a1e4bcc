/**
 * The page of one document (app://documents-N): takes the port that the library's page hands over, once, and knows nothing but
 * what comes by it.
 */

import { PdfError } from './messages/document.ts';
import {
  type Answers,
  type DocumentCall,
  type FromDocument,
  HANDSHAKE,
  type ToDocument,
} from './messages/messages.ts';
import { PdfjsDocument } from './pdfjs-document.ts';
import { warmWorker } from './pdfjs-session.ts';

addEventListener('message', function greet(event) {
  const [port] = event.ports;
  if (event.source !== parent || event.data !== HANDSHAKE || !port) return;
  removeEventListener('message', greet);
  port.postMessage(HANDSHAKE);
  serveDocument(port);
});
warmWorker();

/** Answers the library's questions, which come by the port; the first call opens the document. */
function serveDocument(port: MessagePort): void {
  let opening: Promise<PdfjsDocument> | null = null;
  /** Calls under way, by id. */
  const stops = new Map<number, AbortController>();

  function say(message: FromDocument, transfer: Transferable[] = []): void {
    port.postMessage(message, transfer);
  }
  async function open({ pass, bytes, file }: DocumentCall & { name: 'open' }, signal: AbortSignal) {
    opening ??= PdfjsDocument.open(new URL(`/document/${pass}`, location.origin).href, bytes, file, signal);
    const document = await opening;
    void document.changed.then(() => say({ changed: true }));
    return { pageCount: document.pageCount, file: document.file } satisfies Answers['open'];
  }
  async function answer(id: number, call: DocumentCall): Promise<void> {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const value = call.name === 'open' ? await open(call, stop.signal) : await ask(call, stop.signal);
      if (stop.signal.aborted) return close(value);
      say({ id, value }, value instanceof ImageBitmap ? [value] : []);
    } catch (error) {
      if (!stop.signal.aborted) say({ id, failure: error instanceof PdfError ? error.kind : 'aborted' });
    } finally {
      stops.delete(id);
    }
  }
  async function ask(
    call: Exclude<DocumentCall, { name: 'open' }>,
    signal: AbortSignal,
  ): Promise<Answers[keyof Answers]> {
    if (!opening) throw new PdfError('engine');
    const document = await opening;
    switch (call.name) {
      case 'paint':
        return document.paint(call.page, call, signal);
      case 'outline':
        return document.outline(signal);
      case 'resolve':
        return document.resolve(call.dest, signal);
      default:
        return document[call.name](call.page, signal);
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<ToDocument>) => {
    if ('call' in data) void answer(data.id, data.call);
    else if ('stop' in data) stops.get(data.stop)?.abort();
    // Of a document that can't be opened nothing is kept.
    else void opening?.then((document) => tell(document, data)).catch(() => {});
  });
  port.start();
}

function tell(document: PdfjsDocument, message: Exclude<ToDocument, { call: unknown } | { stop: number }>) {
  if ('release' in message) document.release(message.release);
  else document.retryReads();
}

function close(value: Answers[keyof Answers]): void {
  if (value instanceof ImageBitmap) value.close();
}
