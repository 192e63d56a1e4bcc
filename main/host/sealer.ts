/** The machine's keychain, as far as the identity store needs it. main/electron/ has the real one. */
export interface Sealer {
  /** Whether the keychain can keep a secret on this machine; the reason is a sentence where it can't. */
  probe(): Promise<{ can: boolean; reason: string | null }>;
  /** Encrypts `text` so that this user on this machine alone can read it. */
  seal(text: string): Promise<Buffer>;
  /** The text of what `seal` answered. Rejects where the keychain is locked, changed, or the bytes are not its own. */
  unseal(sealed: Buffer): Promise<string>;
}
