/** For support: the diagnostics file, and the connection test. */
import { z } from 'zod';
import { call } from './call.ts';
import { utc } from './common.ts';

/** The parts of a diagnostics file that a person may leave out. */
export const diagnosticsPart = z.enum(['profiles', 'kits', 'crashes', 'log']);

export type DiagnosticsPart = z.infer<typeof diagnosticsPart>;

/** A diagnostics file as it would be saved: the texts of its sections in order. */
export const diagnosticsPreview = z.object({
  /** Identifies the preview until it is dropped. */
  id: z.uuid(),
  sections: z.array(
    z.object({
      part: z.enum(['about', ...diagnosticsPart.options]),
      text: z.string(),
      /** The text that replaces the part if it is left out. */
      left_out: z.string(),
    }),
  ),
});

export type DiagnosticsPreview = z.infer<typeof diagnosticsPreview>;

/** A certificate of a chain; public facts only. */
const shownCertificate = z.object({
  /** One line, most specific part first: `CN=Demo Server, O=Demo`. */
  subject: z.string(),
  issuer: z.string(),
  /** SHA-256 of the DER: hex pairs, upper case, with colons. */
  sha256: z.string(),
  valid_from: utc,
  valid_to: utc,
});

export type ShownCertificate = z.infer<typeof shownCertificate>;

/** One step of a connection test. Contains no secret. */
export const diagnosisStep = z.object({
  id: z.enum([
    'proxy_settings',
    'dns',
    'tcp',
    'proxy',
    'tls',
    'client_certificate',
    'authenticate',
    'get_pdf',
    'storage',
  ]),
  server: z.enum(['auth', 'api', 'storage']),
  ok: z.enum(['passed', 'failed', 'skipped']),
  /** The finding, in a sentence. */
  what: z.string(),
  /** The advice; null if nothing needs to be done. */
  advice: z.string().nullable(),
  /** A stable name for the failure, for code and tests; null if nothing failed. */
  condition: z.string().nullable(),
  /** The server's chain, its own certificate first, as far as it was sent or is known. */
  certificates: z.array(shownCertificate).optional(),
});

export type DiagnosisStep = z.infer<typeof diagnosisStep>;

/** A connection test: `ok` means that the service gave a token to this profile with its identity. */
export const diagnosis = z.object({
  steps: z.array(diagnosisStep),
  /** `message`: that it works, or what prevents it first and what to do. */
  verdict: z.object({ ok: z.boolean(), message: z.string() }),
});

export type Diagnosis = z.infer<typeof diagnosis>;

export const supportCalls = {
  /** A file for support without secrets, to be read before it is saved. Refused (kind `config`) if administrators forbid it. */
  collectDiagnostics: call([], diagnosticsPreview),
  /**
   * Asks where to save, and writes the collected file without these parts. Answers its name without its folder, or null if
   * the person cancelled.
   */
  saveDiagnostics: call([z.uuid(), z.array(diagnosticsPart).max(10)], z.string().nullable()),
  /** Drops a preview that is no longer shown. */
  dropDiagnostics: call([z.uuid()], z.null()),
} as const;
