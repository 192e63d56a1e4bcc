/**
 * The PINs of cards on Linux, where Chromium has no prompt (Electron docs, app.setClientCertRequestPasswordHandler). Its
 * store asks for the PIN of every card it finds, before it is known which card holds the certificate; and it asks endlessly
 * after a wrong PIN, although cards lock themselves after a few.
 */
import type { App } from 'electron';
import { askPin } from './pinentry.ts';

/** Time for a person to find and type the PIN, ms. */
const LIMIT_MS = 90_000;
/** How often a person may type a card's PIN in one call; three wrong ones lock most cards. */
const MAX_TRIES = 2;

/** The state of one call's PINs: a person is asked; gave none; or there is no program that asks. */
export type PinState = 'asked' | 'refused' | 'no_prompt';

/** The PINs of the cards in one call. */
export class CallPins {
  readonly #host: string;
  readonly #cards: readonly string[] | null;
  readonly #signal: AbortSignal;
  readonly #onState: (state: PinState) => void;
  readonly #ask: typeof askPin;
  /** How often a PIN was given, by card; Infinity if it is not asked for again. */
  readonly #tries = new Map<string, number>();

  /** @param options.cards the only cards whose PIN is asked for; null: all */
  constructor(options: {
    host: string;
    cards: readonly string[] | null;
    signal: AbortSignal;
    onState(state: PinState): void;
    ask?: typeof askPin;
  }) {
    this.#host = options.host;
    this.#cards = options.cards;
    this.#signal = options.signal;
    this.#onState = options.onState;
    this.#ask = options.ask ?? askPin;
  }

  /** The cards that accepted a PIN in this call. */
  get opened(): string[] {
    return [...this.#tries].filter(([, times]) => times > 0 && times < Infinity).map(([card]) => card);
  }

  /**
   * The PIN of a card; empty to skip the card. Never rejects: Chromium would wait forever.
   * @param wrong whether the last one was
   */
  async pinOf(card: string, wrong: boolean): Promise<string> {
    const tries = this.#tries.get(card) ?? 0;
    if (this.#cards && !this.#cards.includes(card)) return '';
    // A second question that reports no wrong PIN comes from the store itself.
    if (tries === Infinity || (tries > 0 && !wrong) || tries >= MAX_TRIES)
      return this.#giveUp(card, 'refused');
    this.#onState('asked');
    const question = {
      title: 'Trip Kit Desktop',
      description: `Enter the PIN of “${card}” to sign in to ${this.#host}.`,
      problem: wrong
        ? 'The PIN was wrong. A card locks itself after a few wrong PINs: cancel if you are not sure.'
        : null,
      limit_ms: LIMIT_MS,
      signal: this.#signal,
    };
    const answer = await this.#ask(question).catch(() => 'none' as const);
    if (typeof answer !== 'object') return this.#giveUp(card, answer === 'none' ? 'no_prompt' : 'refused');
    this.#tries.set(card, tries + 1);
    return answer.pin;
  }

  #giveUp(card: string, state: PinState): '' {
    if (this.#tries.get(card) !== Infinity) this.#onState(state);
    this.#tries.set(card, Infinity);
    return '';
  }
}

/** Lets the system's own program ask for card PINs, only for this app's calls with a certificate of this computer. */
export function promptForPins(
  app: Pick<App, 'setClientCertRequestPasswordHandler'>,
  certificates: { pinOf(hostname: string, card: string, wrong: boolean): Promise<string> },
  platform: NodeJS.Platform,
): void {
  if (platform !== 'linux') return;
  app.setClientCertRequestPasswordHandler(({ hostname, tokenName, isRetry }) =>
    certificates.pinOf(hostname, tokenName, isRetry),
  );
}
