import type { ServiceMessage } from '../common/failure.ts';

/** That a person has read one message of a kit (domain.md, "Read before open"). */
export interface Acknowledgement {
  kit_id: string;
  /** Exactly as it was acknowledged: a message that says something else later is another one. */
  message: ServiceMessage;
  /** SHA-256 of the document that it was acknowledged for, hex, lower case; null while there was none. */
  document_sha256: string | null;
  /** Who: the user name of the operating system's account. */
  by: string;
  /** When, ms since 1970 UTC. */
  at: number;
}

/**
 * Where acknowledgements are kept. Synchronous and durable like KitStore; they go with their kit.
 *
 * @throws TripKitError of kind `disk` where the store can't be read or written
 */
export interface AcknowledgementStore {
  /** Those of a kit, oldest first. */
  list(kit_id: string): Acknowledgement[];
  /** Those of all kits, oldest first: for a list that shows which kits still want reading. */
  all(): Acknowledgement[];
  /**
   * Adds all of them or none. One that is there already (same kit, message, document and person) stays with its first
   * time.
   *
   * @throws TripKitError of kind `config`, condition `unknown_kit`, where there is no such kit
   */
  add(...acknowledgements: readonly Acknowledgement[]): void;
}

/** Whether the person's word covers this very message and this very document. */
export function isAcknowledged(
  acknowledgements: readonly Acknowledgement[],
  { code, type, message }: ServiceMessage,
  document_sha256: string | null,
): boolean {
  return acknowledgements.some(
    (given) =>
      given.document_sha256 === document_sha256 &&
      given.message.code === code &&
      given.message.type === type &&
      given.message.message === message,
  );
}
