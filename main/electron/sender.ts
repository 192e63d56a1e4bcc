import { type AppPage, appPageOf } from '../host/app-origin.ts';

/** The part of a sending frame that is checked; Electron's WebFrameMain is one. */
export interface SenderFrame {
  readonly url: string;
  /** Null for a window's top frame. */
  readonly parent: SenderFrame | null;
}

/** A call did not come from the page of its contract. Rejects the call; the page sees Electron's wrapping. */
export class ForeignSenderError extends Error {
  override readonly name = 'ForeignSenderError';
}

/**
 * Admits only the top frame of the page whose contract has the call.
 * @throws ForeignSenderError for every other sender: no frame, a frame in a page, another origin, an empty URL.
 */
export function requireAppSender(frame: SenderFrame | null | undefined, page: AppPage): void {
  if (!frame) throw new ForeignSenderError('The call was refused: its sender is gone.');
  if (frame.parent !== null)
    throw new ForeignSenderError('The call was refused: its sender is not a window.');
  if (appPageOf(frame.url) !== page)
    throw new ForeignSenderError(`The call was refused: its sender is not the app’s page “${page}”.`);
}
