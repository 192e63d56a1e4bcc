/** The cheap checks of a document: how it begins and ends. */
import { open } from 'node:fs/promises';
import { TripKitError } from '../common/errors.ts';
import { diskError } from './disk-error.ts';

/** Readers accept the header anywhere in the first 1024 bytes, the trailer in the last 1024 (PDF 1.7, appendix H.3). */
const ends_bytes = 1024;
/** Storage systems pad files; so much padding after the trailer is looked through. */
const padding_bytes = 64 * 1024;

function unsound(condition: string, message: string): TripKitError {
  return new TripKitError('document', message, { condition });
}

/**
 * @throws TripKitError of kind `document` where the file is empty, no PDF or cut off; `disk` where it can't be read
 */
export async function checkEnds(file: string): Promise<void> {
  const { head, tail } = await readEnds(file);
  if (head.length === 0) {
    throw unsound(
      'empty',
      'The document is empty. Try again; if it stays empty, tell the service’s operator.',
    );
  }
  if (!head.includes('%PDF-')) throw notPdf(head.toString('latin1'));
  const end = tail.subarray(0, lengthWithoutPadding(tail));
  if (!end.subarray(-ends_bytes).includes('%%EOF')) {
    throw unsound(
      'cut_off',
      'The document is cut off: its end is missing. Try again; if it happens again, tell the service’s operator.',
    );
  }
}

async function readEnds(file: string): Promise<{ head: Buffer; tail: Buffer }> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const head = Buffer.alloc(Math.min(size, ends_bytes));
      const { bytesRead } = await handle.read(head, 0, head.length, 0);
      const tail = Buffer.alloc(Math.min(size, ends_bytes + padding_bytes));
      await handle.read(tail, 0, tail.length, size - tail.length);
      return { head: head.subarray(0, bytesRead), tail };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw diskError(error, 'Checking the document', file);
  }
}

/** Without NUL and white-space at the end. */
function lengthWithoutPadding(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && [0, 9, 10, 12, 13, 32].includes(bytes[length - 1] ?? -1)) length -= 1;
  return length;
}

function notPdf(head: string): TripKitError {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^<(!doctype\s+html|html|head|body|!--)/i.test(text)) {
    return unsound(
      'html',
      'A web page came instead of the PDF document, often a network’s log-in page. Check the connection, then try again.',
    );
  }
  if (/^(<\?xml|<[a-z]|\{|\[)/i.test(text)) {
    return unsound(
      'not_pdf',
      'The storage sent an error message instead of the PDF document. Try again; if it happens again, tell the service’s operator.',
    );
  }
  return unsound(
    'not_pdf',
    'What came is not a PDF document. Try again; if it happens again, tell the service’s operator.',
  );
}
