/**
 * Reads what a person pastes: a filed flight plan message (ICAO Doc 4444, appendix 3, "FPL") or a route with its airports
 * around it. What is understood fills the form; nothing is refused. Pure.
 */
import { type FiledPlan, readFiledPlan } from '../../main/trips/rules/flight-plans.ts';
import { NO_AIRPORTS } from '../../main/trips/rules/trip-file.ts';

/** What was understood; absent keys were not in the text. */
export type FlightPlan = FiledPlan & { kind: 'message' | 'route' };

const SPEED_LEVEL = /^(?:[NK]\d{4}|M\d{3})(?:[FA]\d{3}|[SM]\d{4}|VFR)$/;
/** Far beyond any flight plan; UTF-16 code units. */
const MAX_TEXT = 20_000;

/** Null where the text is neither: it stays as it was pasted. */
export function readFlightPlan(pasted: string): FlightPlan | null {
  const text = pasted.slice(0, MAX_TEXT).toUpperCase();
  const filed = readFiledPlan(text);
  return filed ? { kind: 'message', ...filed } : readRoute(text);
}

/** `EHAM/18L N0450F370 GORLO2Z GORLO … KJFK`: a route between two airports, which are taken out of it. */
function readRoute(text: string): FlightPlan | null {
  const words = text.trim().split(/\s+/);
  const airport = (word: string | undefined) => /^([A-Z]{4})(?:\/\w{2,3})?$/.exec(word ?? '')?.[1];
  const origin = airport(words[0]);
  const destination = airport(words.at(-1));
  // Two words only are an origin and a destination: a pair of four-letter points is no route anybody pastes.
  if (!origin || !destination || words.length < 2) return null;
  if (NO_AIRPORTS.has(origin) || NO_AIRPORTS.has(destination)) return null;
  const inner = words.slice(1, -1);
  const looksLikeRoute = inner.some((word) => word === 'DCT' || SPEED_LEVEL.test(word) || /\d/.test(word));
  if (inner.length > 0 && !looksLikeRoute) return null;
  return { kind: 'route', origin, destination, ...(inner.length > 0 ? { route: inner.join(' ') } : {}) };
}
