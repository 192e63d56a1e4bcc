/** The operating system's keychain, as the identity store needs it. main/electron/ has the real one. */
export interface Sealer {
  /** Whether the keychain can keep a secret on this computer; if not, the reason as a sentence. */
  probe(): Promise<{ can: boolean; reason: string | null }>;
  /** Encrypts `text` so that only this user on this computer can read it. */
  seal(text: string): Promise<Buffer>;
  /** Decrypts the result of `seal`. Rejects if the keychain is locked or changed, or the bytes are not its own. */
  unseal(sealed: Buffer): Promise<string>;
}
