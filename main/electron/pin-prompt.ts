/**
 * The PINs of cards on Linux: Chromium has no prompt of its own there (Electron docs, app.setClientCertRequestPasswordHandler). Its store
 * asks for the PIN of every card that it finds, before anybody knows which one holds the certificate; and again without end where one was
 * wrong, though cards lock themselves after a few.
 */
import type { App } from 'electron';
import { askPin } from './pinentry.ts';

/** A person finds the PIN and types it within this, ms. */
const LIMIT_MS = 90_000;
/** So often a person may type the PIN of a card in one call; three wrong ones lock most cards. */
const MAX_TRIES = 2;

/** What happens with the PINs of one call: a person is asked; gave none; or there is no program that asks. */
export type PinState = 'asked' | 'refused' | 'no_prompt';

/** The PINs of the cards that one call meets. */
export class CallPins {
  readonly #host: string;
  readonly #cards: readonly string[] | null;
  readonly #signal: AbortSignal;
  readonly #onState: (state: PinState) => void;
  readonly #ask: typeof askPin;
  /** How often a PIN was given, by card; Infinity where no more is asked. */
  readonly #given = new Map<string, number>();

  /** @param options.cards the only ones whose PIN is asked for; null: all */
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

  /** The cards that took a PIN of this call. */
  get opened(): string[] {
    return [...this.#given].filter(([, times]) => times > 0 && times < Infinity).map(([card]) => card);
  }

  /**
   * The PIN of a card; empty where it is passed over. Never rejects: Chromium would wait for good.
   * @param wrong whether the last one was
   */
  async pinOf(card: string, wrong: boolean): Promise<string> {
    const given = this.#given.get(card) ?? 0;
    if (this.#cards && !this.#cards.includes(card)) return '';
    // A second round without a wrong one before it is the store's own, after it was refused.
    if (given === Infinity || (given > 0 && !wrong) || given >= MAX_TRIES)
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
    this.#given.set(card, given + 1);
    return answer.pin;
  }

  #giveUp(card: string, state: PinState): '' {
    if (this.#given.get(card) !== Infinity) this.#onState(state);
    this.#given.set(card, Infinity);
    return '';
  }
}

/** Has the system's own program ask for the PINs of cards, for calls of this app with a certificate of this computer alone. */
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
