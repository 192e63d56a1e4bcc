/** The kinds and the shape of a failure, as the headless contract defines them (profile-and-headless.md, section 2). */

export const errorKinds = [
  'config',
  'identity',
  'authentication',
  'rejected',
  'not_found',
  'service',
  'network',
  'deadline',
  'document',
  'disk',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** One Message of the service; unknown codes and types are kept unchanged (interface document, "Message"). */
export interface ServiceMessage {
  code: string;
  type: string;
  message: string;
  /** Fields that the interface does not define, unchanged. */
  [field: string]: string | number | boolean | null;
}

/** A failure as it is stored, printed and sent over IPC. */
export interface Failure {
  kind: ErrorKind;
  message: string;
  messages?: ServiceMessage[];
  status?: number;
}
