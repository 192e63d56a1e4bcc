import type { LibraryCommand, ViewerRequest } from '../../preload/contract.ts';

/** What one window may do about windows. */
export interface WindowActions {
  /** @throws TripKitError of kind `config` where as many windows are open as may be */
  open(request: ViewerRequest): 'opened' | 'shown';
  /** Brings another window that has the kit open to the front; false where none has. */
  show(kit_id: string, page: number | null): boolean;
  /** These kits are in the asking window's tabs. */
  holds(kit_ids: readonly string[]): void;
  /** Brings the library's window to the front, which does this. */
  library(command: LibraryCommand | null): void;
  /** Closes the asking window; nothing where it is the library's. */
  close(): void;
}
