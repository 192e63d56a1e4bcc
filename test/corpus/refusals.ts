/** What our verifier, which judges each download, says of the documents of the corpus. */
import { TripKitError } from '../../main/common/errors.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { DocumentVerifier } from '../../main/documents/verify-document.ts';
import type { CorpusDocument } from './fetch-corpus.ts';

export interface Accepted extends CorpusDocument {
  pages: number;
}
export interface Refused extends CorpusDocument {
  /** The sentence that a person would read. */
  reason: string;
}
export interface Judged {
  accepted: Accepted[];
  refused: Refused[];
  /** Refused without a clear reason, or not judged in time. */
  findings: string[];
}

/** Longest judgement of one document, ms: the verifier's own limit is 20 s. */
const TIMEOUT_MS = 40_000;

export async function judge(documents: readonly CorpusDocument[]): Promise<Judged> {
  const judged: Judged = { accepted: [], refused: [], findings: [] };
  const verifier = new DocumentVerifier(documentThreads());
  for (const document of documents) {
    const begun = performance.now();
    try {
      const { pages } = await verifier.verify(document.file);
      judged.accepted.push({ ...document, pages });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      judged.refused.push({ ...document, reason });
      if (!(error instanceof TripKitError && error.kind === 'document'))
        judged.findings.push(`${document.name}: refused without a document error: ${reason}`);
    }
    const took = performance.now() - begun;
    if (took > TIMEOUT_MS)
      judged.findings.push(`${document.name}: judged only after ${(took / 1000).toFixed(0)} s`);
  }
  await verifier.close();
  return judged;
}
