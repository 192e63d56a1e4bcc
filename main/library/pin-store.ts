/**
 * Which kits are pinned: kept whatever the retention policy says (main/kits/retention.ts). Synchronous and durable like
 * KitStore; a pin goes with its kit.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface PinStore {
  /** When each pinned kit was pinned, ms since 1970 UTC, by the kit's id. */
  list(): Map<string, number>;
  isPinned(kit_id: string): boolean;
  /**
   * Pins or unpins. A kit that is pinned already keeps its first time.
   *
   * @param at ms since 1970 UTC
   * @throws TripKitError of kind `config`, condition `unknown_kit`, where a kit that is not there would be pinned
   */
  set(kit_id: string, pinned: boolean, at: number): void;
}
