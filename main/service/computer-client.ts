/**
 * The port to a network stack that can use certificates of this computer without their keys: Chromium's
 * (main/electron/computer-certificates.ts). computer-transport.ts says what its answers mean.
 */
import type { ChainProblem } from './server-chain.ts';

/** Judges the certificates of the server: DER, its own first. Null if they are trusted. */
export type ChainJudge = (chain: readonly Uint8Array[], host: string) => ChainProblem | null;

/** The options of a client. */
export interface ComputerClientOptions {
  /** Scheme, host and port: the only origin that it calls. */
  origin: string;
  /** `system`: the verdict of the network stack itself. */
  judge: 'system' | ChainJudge;
}

/**
 * How far a call has come: it has its turn and was sent; the server's certificate is trusted; our certificate, or a card's
 * PIN, is requested; the head, or a piece of the body, has arrived.
 */
export type ComputerProgress = 'way' | 'handshake' | 'certificate' | 'answer';

/** One call. Headers are sent unchanged, with those that the network stack adds. */
export interface ComputerCall {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** A longer body is cut off here, bytes. */
  max_bytes: number;
  onProgress(at: ComputerProgress): void;
  signal: AbortSignal;
}

/** Why a call got no answer; every fact as the network stack reported it. */
export interface ComputerFailure {
  /** Chromium's name of the error: `ERR_CONNECTION_REFUSED` (net/base/net_error_list.h). */
  error: string;
  /** What was wrong with the server's certificate; null if nothing was, or if it was not reached. */
  chain: ChainProblem | 'CERT_REVOKED' | null;
  /** The proxy that required a sign-in that the system could not give; null if none did. */
  proxy: { host: string; port: number; scheme: string } | null;
  certificate: CertificateUse;
}

/**
 * What happened to the certificate. `presented`: it was presented; `not_asked`: the server asked for none, or accepts none
 * of this computer's; `missing`: the server accepts others of this computer, not the chosen one; `no_pin`: a card's PIN was
 * not given; `no_prompt`: no program of this computer can ask for the PIN.
 */
export type CertificateUse = 'presented' | 'not_asked' | 'missing' | 'no_pin' | 'no_prompt';

/** The outcome of a call. */
export type ComputerOutcome =
  | {
      answer: {
        status: number;
        headers: Record<string, string | string[]>;
        text: string;
        /** Whether the body was longer than allowed. */
        cut: boolean;
      };
      certificate: CertificateUse;
    }
  | { failure: ComputerFailure };

/** A certificate with its issuers as far as the store has them, DER, its own first. */
type CandidateChain = readonly Uint8Array[];

/** The certificates that a server would accept. */
export interface CandidateList {
  candidates: CandidateChain[];
  /** The names of the cards that were opened by a PIN since the app started (Linux). */
  cards: string[];
}

/** Calls one server. */
export interface ComputerClient {
  /**
   * @param options.sha256 of the DER of the certificate to present, hex pairs with colons
   * @param options.cards the cards whose PIN we may ask for (Linux); null: all
   * @throws the signal's reason
   */
  call(options: ComputerCall & { sha256: string; cards: readonly string[] | null }): Promise<ComputerOutcome>;
  /**
   * The certificates that the server would accept: the call ends when it asks for one, before the request is sent.
   * @throws the signal's reason
   */
  list(options: ComputerCall): Promise<CandidateList | ComputerOutcome>;
  close(): Promise<void>;
}

/** Creates clients. */
export type OpenComputerClient = (options: ComputerClientOptions) => ComputerClient;
