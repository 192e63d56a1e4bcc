import type { TextAnswer } from './answer.ts';
import type { CallOptions } from './connection.ts';

/**
 * The transport of Authenticate: a connection that presents a key from a file (connection.ts), or Chromium's network stack
 * with a certificate of this computer (computer-transport.ts).
 */
export interface AuthTransport {
  /**
   * Makes a call and reads its answer; a redirect is an answer and is never followed.
   *
   * @throws CallFailure; TripKitError of kind `identity`; an AbortError if `signal` aborted
   */
  call(options: CallOptions): Promise<TextAnswer>;
  /** Ends every call and connection. */
  close(): Promise<void>;
}
