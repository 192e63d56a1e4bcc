import type { WatchProgress } from '../../preload/contract/desk.ts';

/** Works through the folders that the settings name; main/desk/open.ts is the real one. */
export interface WatchKeeper {
  /** Does as the settings say from now on. */
  apply(): void;
  status(): WatchProgress;
  hasSecret(): boolean;
  /** Keeps the secret of the webhook, sealed by the keychain. @throws TripKitError of kind `identity` or `disk` */
  keepSecret(secret: string): Promise<void>;
}
