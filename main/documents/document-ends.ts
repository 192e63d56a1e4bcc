/** The cheap checks of a document: its beginning and its end. */

import { diskError } from '../common/disk-error.ts';
import type { TripKitError } from '../common/errors.ts';
import { documentError } from './document-error.ts';
import { withFile } from './pdf/bytes.ts';

/** Readers accept the header anywhere in the first 1024 bytes, the trailer in the last 1024 (PDF 1.7, appendix H.3). */
const ENDS_BYTES = 1024;
/** Storage systems pad files: the trailer is searched before at most this many bytes of padding. */
const PADDING_BYTES = 64 * 1024;

/**
 * @throws TripKitError of kind `document` if the file is empty, not a PDF or cut off; `disk` if it can't be read
 */
export async function checkEnds(file: string): Promise<void> {
  const { head, tail } = await readEnds(file);
  if (head === '') {
    throw documentError(
      'empty',
      'The document is empty. Try again; if it stays empty, tell the service’s operator.',
    );
  }
  if (!head.includes('%PDF-')) throw notPdf(head);
  let end = tail.length;
  while ('\0\t\n\f\r '.includes(tail.charAt(end - 1)) && end > 0) end -= 1;
  if (!tail.slice(0, end).slice(-ENDS_BYTES).includes('%%EOF')) {
    throw documentError(
      'cut_off',
      'The document is cut off: its end is missing. Try again; if it happens again, tell the service’s operator.',
    );
  }
}

/** One character a byte (latin1). */
async function readEnds(file: string): Promise<{ head: string; tail: string }> {
  try {
    return await withFile(file, async ({ size, read }) => {
      const piece = async (at: number, length: number) => {
        const bytes = Buffer.alloc(length);
        return bytes.toString('latin1', 0, await read(bytes, at));
      };
      const tailBytes = Math.min(size, ENDS_BYTES + PADDING_BYTES);
      return {
        head: await piece(0, Math.min(size, ENDS_BYTES)),
        tail: await piece(size - tailBytes, tailBytes),
      };
    });
  } catch (error) {
    throw diskError(error, 'Checking the document', file);
  }
}

function notPdf(head: string): TripKitError {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^<(!doctype\s+html|html|head|body|!--)/i.test(text)) {
    return documentError(
      'html',
      'A web page came instead of the PDF document, often a network’s log-in page. Check the connection, then try again.',
    );
  }
  if (/^(<\?xml|<[a-z]|\{|\[)/i.test(text)) {
    return documentError(
      'not_pdf',
      'The storage sent an error message instead of the PDF document. Try again; if it happens again, tell the service’s operator.',
    );
  }
  return documentError(
    'not_pdf',
    'What came is not a PDF document. Try again; if it happens again, tell the service’s operator.',
  );
}
