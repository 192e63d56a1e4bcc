/** What printing needs of the system. The desktop app implements it with Chromium (main/electron/print-window.ts). */
import type { PrintText } from './compose.ts';

/** A PDF, which may be read more than once. */
export interface PdfPieces {
  bytes: number;
  pieces(): AsyncIterable<Buffer>;
}

/** A PDF that is ready to be printed. */
export interface LoadedPdf extends Disposable {
  /**
   * Opens the system's print dialog. Resolves to false if the person cancelled.
   *
   * @throws TripKitError of kind `config` if the dialog does not open, or the printer takes nothing; the signal's reason
   */
  print(): Promise<boolean>;
}

/** Each method throws a TripKitError of kind `config` if it takes too long, or the signal's reason. */
export interface Printer {
  /** Sets text with the fonts of this computer. @param sections HTML of each section */
  setText(sections: readonly string[], signal: AbortSignal): Promise<PrintText>;
  /** Reads a whole PDF. */
  load(pdf: PdfPieces, signal: AbortSignal): Promise<LoadedPdf>;
}
