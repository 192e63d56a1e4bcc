import type { LibraryCommand, ViewerRequest } from '../../preload/contract.ts';

/** What one window may do with windows. */
export interface WindowActions {
  /** @throws TripKitError of kind `config` if the maximum of windows is open */
  open(request: ViewerRequest): 'opened' | 'shown';
  /** Brings another window that has the kit open to the front; false if none has. */
  show(kit_id: string, page: number | null): boolean;
  /** Reports the kits in the calling window's tabs. */
  holds(kit_ids: readonly string[]): void;
  /** Brings the library's window to the front and sends it the command. */
  library(command: LibraryCommand | null): void;
  /** Closes the calling window; does nothing for the library's. */
  close(): void;
}
