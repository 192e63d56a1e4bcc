/** A service profile as it was handed out, with our own id for it. */
export interface StoredProfile {
  /** Our own UUID. */
  id: string;
  /** The profile file's JSON text, as it came. */
  text: string;
  /** ms since 1970 UTC. */
  added_at: number;
}

/** Where service profiles are kept. Synchronous and durable like KitStore. */
export interface ProfileStore {
  /** In the order in which they were added. */
  list(): StoredProfile[];
  get(id: string): StoredProfile | undefined;
  add(profile: StoredProfile): void;
  remove(id: string): void;
}
