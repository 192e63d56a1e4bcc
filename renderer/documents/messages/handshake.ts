/** What the library's page says as it hands a port to the page of a document, and that page's first answer by it. */
export const HANDSHAKE = 'tripkit-document-1';
