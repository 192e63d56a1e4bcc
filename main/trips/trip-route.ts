/**
 * Odd parts of a route: ICAO item 15 (Doc 4444, appendix 2) or dot notation (`A.J80.B..C`). Only hints: the service
 * decides.
 */

const SPEED = '(?:[NK]\\d{4}|M\\d{3})';
const LEVEL = '(?:[FA]\\d{3}|[SM]\\d{4}|VFR)';
const SPEED_LEVEL = new RegExp(`^${SPEED}${LEVEL}$`);
/** Points (2-5), airways, SIDs and STARs (up to 7), DCT, VFR, IFR, and Lido's names for them. */
const NAME = /^[A-Z0-9]{1,7}$/;
/** 47N030W, 4730N03015W, also with bearing and distance; and a point with these. */
const POSITION = /^(?:\d{2}[NS]\d{3}[EW]|\d{4}[NS]\d{5}[EW]|[A-Z]{2,5})(?:\d{6})?$/;
const CRUISE_CLIMB_LEVELS = new RegExp(`^${SPEED}${LEVEL}(?:${LEVEL}|PLUS)$`);
const STAY = /^STAY\d\/\d{4}$/;

/** The parts of a normalised route that no route contains, in order, each once. */
export function oddRouteParts(route: string): string[] {
  const words = route.split(' ').filter((word) => word !== '');
  return [...new Set(words.flatMap((word, index) => oddParts(word, index === 0)))];
}

function oddParts(word: string, first: boolean): string[] {
  const text = first ? word.replace(/^-/, '') : word;
  if (STAY.test(text)) return [];
  if (text.startsWith('C/')) {
    const [, point = '', levels = ''] = text.split('/');
    return isPoint(point) && CRUISE_CLIMB_LEVELS.test(levels) ? [] : [word];
  }
  // Two dots are a direct leg; a dot at either end, or three dots, is a mistake.
  if (/^\.|\.$|\.{3}/.test(text)) return [word];
  return text.split(/\.{1,2}/).filter((part) => !isPart(part, first));
}

function isPart(part: string, mayBeHead: boolean): boolean {
  if (mayBeHead && SPEED_LEVEL.test(part)) return true;
  const [point = '', change, ...more] = part.split('/');
  if (more.length > 0) return false;
  return change === undefined ? isPoint(point) : isPoint(point) && SPEED_LEVEL.test(change);
}

function isPoint(text: string): boolean {
  return NAME.test(text) || POSITION.test(text);
}
