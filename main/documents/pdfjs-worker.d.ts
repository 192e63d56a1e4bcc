/** pdfjs-dist ships no types for its worker module. Importing it puts `pdfjsWorker` on globalThis; nothing else is used. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' {
  export const WorkerMessageHandler: unknown;
}
