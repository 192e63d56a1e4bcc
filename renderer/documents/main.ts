/**
 * The page of one document (app://documents-N): takes the port that the library's page hands over, once, and knows nothing but
 * what comes by it.
 */
import { HANDSHAKE } from './messages/handshake.ts';
import { warmWorkers } from './pdfjs-session.ts';
import { serveDocument } from './serve-document.ts';

addEventListener('message', function greet(event) {
  const [port] = event.ports;
  if (event.source !== parent || event.data !== HANDSHAKE || !port) return;
  removeEventListener('message', greet);
  port.postMessage(HANDSHAKE);
  serveDocument(port);
});
warmWorkers();
