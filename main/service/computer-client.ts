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
 * How far a call has come: it has its turn, and is on its way; the server's certificate is trusted; ours, or a card's PIN, is asked for; the head, or a piece of the body, has
 * come.
 */
export type ComputerProgress = 'way' | 'handshake' | 'certificate' | 'answer';

/** One call. Headers are sent as they are, with what the network stack adds. */
export interface ComputerCall {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** The answer's body is cut off here, bytes. */
  max_bytes: number;
  onProgress(at: ComputerProgress): void;
  signal: AbortSignal;
}

/** Why a call did not come to its answer; every fact as the network stack told it. */
export interface ComputerFailure {
  /** Chromium's name of the error: `ERR_CONNECTION_REFUSED` (net/base/net_error_list.h). */
  error: string;
  /** What was wrong with the server's certificate; null where nothing was, or it was not reached. */
  chain: ChainProblem | 'CERT_REVOKED' | null;
  /** The proxy that asked for a sign-in which the system could not give; null where none did. */
  proxy: { host: string; port: number; scheme: string } | null;
  certificate: CertificateUse;
}

/**
 * What became of the certificate. `presented`: it was; `not_asked`: the server asked for none, or none of this computer is of the
 * authorities that it named; `missing`: others are, the chosen one is not; `no_pin`: not asked, and the PIN of a card was not given; `no_prompt`: nor could it be
 * asked for, since this computer has no program that does.
 */
export type CertificateUse = 'presented' | 'not_asked' | 'missing' | 'no_pin' | 'no_prompt';

/** What became of a call. */
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

/** A certificate with its issuers as far as the store knows them, DER, its own first. */
export type CandidateChain = readonly Uint8Array[];

/** What a server would take. */
export interface CandidateList {
  candidates: CandidateChain[];
  /** The cards that were opened by a PIN since the app began, by their names (Linux). */
  cards: string[];
}

/** Speaks to one server. */
export interface ComputerClient {
  /**
   * @param options.sha256 of the DER of the certificate that is presented, hex pairs with colons
   * @param options.cards the cards whose PIN may be asked for by us (Linux); null: all
   * @throws the signal's reason
   */
  call(options: ComputerCall & { sha256: string; cards: readonly string[] | null }): Promise<ComputerOutcome>;
  /**
   * The certificates that the server would take: the call ends where it asks for one, before anything of it is sent.
   * @throws the signal's reason
   */
  list(options: ComputerCall): Promise<CandidateList | ComputerOutcome>;
  close(): Promise<void>;
}

/** Makes clients. */
export type OpenComputerClient = (options: ComputerClientOptions) => ComputerClient;
