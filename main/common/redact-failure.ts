import type { Failure, ServiceMessage } from './failure.ts';
import { redactText } from './redact.ts';

/** A failure whose texts hold no secret: for the database, the renderer and the diagnostics file. */
export function redactFailure(failure: Failure): Failure {
  return {
    ...failure,
    message: redactText(failure.message),
    ...(failure.messages ? { messages: failure.messages.map(redactMessage) } : {}),
  };
}

/** A message of the service, which may repeat what we sent it. */
export function redactMessage({ code, type, message }: ServiceMessage): ServiceMessage {
  return { code: redactText(code), type: redactText(type), message: redactText(message) };
}
