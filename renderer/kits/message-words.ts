/** The service's messages in a pilot's words (interface document, "Known message codes"). Pure. */

import { DESK_MESSAGE, needsReading } from '../../main/kits/rules/kit-facts.ts';
import type { Kit, ServiceMessage, Trip } from '../../preload/contract.ts';
import type { Tone } from '../design/notice.tsx';
import { messageWords } from './words.ts';

interface WordedMessage {
  tone: Tone;
  /** Our sentence where the code is known, else the service's own text. */
  text: string;
  /** The service's own text where `text` is ours; null otherwise. */
  original: string | null;
  /** `Code 205, Warning`. */
  source: string;
}

const tones: Record<string, Tone> = { error: 'danger', warning: 'warn', info: 'calm' };

/** Words of 2 to 5 capitals or digits, at least one letter, that stand in both the text and the route. */
function pointsNamed(text: string, trip: Trip | null): string[] {
  const route = new Set((trip?.route ?? '').toUpperCase().split(/[\s./]+/));
  const words = text.match(/\b[A-Z][A-Z0-9]{1,4}\b/g) ?? [];
  return [...new Set(words.filter((word) => route.has(word) && word !== 'DCT'))];
}

/** The location indicators in a text: four capitals, without the words around them that are written so too. */
function airportsIn(text: string): string[] {
  return [...new Set(text.match(/\b[A-Z]{4}\b/g) ?? [])].filter((word) => word !== 'ICAO' && word !== 'CODE');
}

/** The alternates that the text names; all of them where it names none. Of a tracked kit only the text can tell. */
function alternatesNamed(text: string, trip: Trip | null): string[] {
  if (!trip) return airportsIn(text);
  const all = trip?.alternates ?? [];
  const named = all.filter((code) => new RegExp(`\\b${code.replace(/\W/g, '')}\\b`, 'i').test(text));
  return named.length > 0 ? named : all;
}

function ownWords(message: ServiceMessage, trip: Trip | null): string | null {
  switch (message.code) {
    case '201':
      return messageWords.origin(trip?.origin ?? airportsIn(message.message)[0] ?? null);
    case '203':
      return messageWords.alternates(alternatesNamed(message.message, trip));
    case '205':
      return messageWords.points(pointsNamed(message.message, trip));
    case '202':
      return messageWords.generating;
    case '301':
      return messageWords.authentication;
    default:
      return null;
  }
}

/** The messages that a person must have read before the kit opens: all but infos (`acknowledged` of the contract). */
export function messagesToRead(kit: Pick<Kit, 'messages'>): ServiceMessage[] {
  return uniqueMessages(kit.messages.filter(needsReading));
}

/** Each message once, in its order. */
export function uniqueMessages(messages: readonly ServiceMessage[]): ServiceMessage[] {
  return [...new Map(messages.map((one) => [`${one.code} ${one.type} ${one.message}`, one])).values()];
}

/** A message as it is shown. Unknown codes and types come as they are, with code and type. */
export function wordMessage(message: ServiceMessage, trip: Trip | null): WordedMessage {
  const words = ownWords(message, trip);
  const source =
    message.code === DESK_MESSAGE ? messageWords.byDesk : messageWords.byService(message.code, message.type);
  return {
    tone: tones[message.type.toLowerCase()] ?? 'calm',
    text: words ?? (message.message || source),
    original: words && message.message && message.message !== words ? message.message : null,
    source,
  };
}
