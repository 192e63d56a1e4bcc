/** Input and output of a publisher's parser. */

import type { PagePart } from '../../../../preload/contract/reading.ts';
import type { Cell, Cells } from '../cells.ts';
import type { ChartFacts, ChartKind } from '../chart.ts';
import type { PageText } from '../page-text.ts';

/** A page, as parsers get it. */
export interface PageView extends Cells {
  /** The cells of the frame: header, footer and margins, where charts identify themselves. */
  frame: readonly Cell[];
  /** The outline's titles for this page, outermost first; empty if no line leads to it. */
  heading: readonly string[];
  /** The document's title, if this page is the whole document; null if there is none. */
  file: string | null;
}

/** A chart of a sheet as a page of its own. */
export interface SheetPart {
  region: PagePart;
  text: PageText;
}

/** The conventions of one publisher, or of one kind of document. */
export interface Publisher {
  /** A name for logs and tables of results. */
  id: string;
  /**
   * The page's facts by these conventions; null if it follows others. A missing fact was not found.
   * Dates are only read in the frame: those in the body of a page mean something else.
   */
  read(page: PageView): Partial<ChartFacts> | null;
  /** The charts of a sheet with several, in reading order; empty if the page has one, or follows other conventions. */
  partsOf?(text: PageText, cells: Cells): readonly SheetPart[];
}

// The kind of a chart by its title: the titles of ICAO Annex 4 in English, French, Spanish, Portuguese, Italian and German
// publications, and other common titles. Without accents.

/** In this order: the first match is used. */
const KINDS: readonly (readonly [RegExp, ChartKind])[] = [
  [/\bHOT ?SPOTS?\b/, 'hotspot'],
  [/\b(?:TABLE OF )?CONTENTS\b|^INDEX$|\bCHECK ?LIST OF PAGES\b/, 'contents'],
  [/\bMINIMUMS\b|\bMINIMA\b|\bMINIMUM$|\b(?:RADAR|ALTERNATE|TAKE-?OFF|LANDING) MINS\b/, 'minimums'],
  [/\bNOTAMS?\b|^NOTICES?\b/, 'notam'],
  [
    /\bESTACIONAMIENTO\b|\bESTACIONAMENTO\b|\bAIRES? DE STATIONNEMENT\b|\bPARKPOSITION|\bPARCHEGGI/,
    'parking',
  ],
  [
    /\bPARKING\b|\bDOCKING\b|\bAIRCRAFT STANDS?\b|\bSTANDS? (?:CHART|LAYOUT)\b|\bGATES? (?:CHART|LAYOUT|COORDINATES)\b/,
    'parking',
  ],
  [/\bINSTRUMENT APPROACH\b|\bVISUAL APPROACH\b|^APPROACH(?:ES)?$|^APP$/, 'approach'],
  [
    /\bCART[AE] D[EI]? ?(?:LA )?(?:APROXIMACION|APROXIMACAO|AVVICINAMENTO)\b|\bAPPROCHE (?:AUX INSTRUMENTS|A VUE)\b|ANFLUGKARTE\b/,
    'approach',
  ],
  [/\bCART[AE] DE (?:SALIDA|SAIDA)\b|\bDEPARTS? NORMALISES?\b|\bABFLUGKARTE\b/, 'sid'],
  [/\bCART[AE] DE (?:LLEGADA|CHEGADA)\b|\bARRIVEES? NORMALISEES?\b|\bEINFLUGKARTE\b/, 'star'],
  [
    /\b(?:PLANO|CARTA|CARTE) (?:DE |D['’ ]?|DI )(?:AERODROMO|AEROPORTO|AERODROME)\b|\b(?:FLUGPLATZ|FLUGHAFEN|ROLL)KARTE\b|\bMOVIMIENTOS? EN (?:LA )?(?:TIERRA|SUPERFICIE)\b|\bMOUVEMENTS (?:A LA SURFACE|AU SOL)\b/,
    'airport',
  ],
  [/\bSTANDARD (?:INSTRUMENT )?DEPARTURES?\b|\bS\.?I\.?D\.?S?\b/, 'sid'],
  [/\bSTANDARD (?:TERMINAL |INSTRUMENT )?ARRIVALS?\b|\bSTARS?\b/, 'star'],
  [
    /\b(?:AIRPORT|AERODROME|HELIPORT) (?:DIAGRAM|CHART|LAYOUT|GROUND)\b|\bGROUND MOVEMENT\b|\bTAXI(?:WAY)? (?:CHART|ROUTES?)\b|^AIRPORT$|^AERODROME$/,
    'airport',
  ],
  [/\bLAND AND HOLD.?SHORT\b|\bATTENTION ALL USERS\b|\bBRIEFING\b|\bTEXTUAL\b|\bDESCRIPTION\b/, 'text'],
  [
    /^(?:HI-|COPTER |CONVERGING |VISUAL |CAT I{1,3}[ABC]?(?: ?[&,/] ?I{1,3}[ABC]?)* )*(?:ILS|LOC|LDA|SDF|IGS|RNAV|RNP|GPS|GNSS|GLS|GBAS|MLS|VOR|NDB|TACAN|PAR|ASR|SRA|DVOR|LNAV)\b.*(?:\bR(?:WY|UNWAY)\W{0,2}[0-3]?\d|[ -][A-Z]$|\b[0-3]\d[LRC]?\b)/,
    'approach',
  ],
  [/\bVISUAL (?:APPROACH )?R(?:WY|UNWAY)\b/, 'approach'],
  [/\bDEPARTURES?\b/, 'departure'],
  [/\bARRIVALS?\b/, 'arrival'],
  [/\b(?:METAR|TAF|SIGMET|WEATHER|SIGWX|UPPER WINDS?|WINDS? ALOFT)\b/, 'weather'],
  [/\bFLIGHT (?:PLAN|SUMMARY|LOG)\b|\bOFP\b|\bNAV(?:IGATION)? LOG\b/, 'flight_plan'],
  [
    /\b(?:AREA|OBSTACLE|TERRAIN|SURVEILLANCE|MINIMUM ALTITUDE|EN-?ROUTE|WORLD AERONAUTICAL) (?:CHART|STRIP)\b|\bMINIMUM (?:(?:RADAR|VECTORING|SECTOR|SAFE) )*ALTITUDES?\b|\b(?:RADAR )?VECTORING CHART\b|\bNOISE\b/,
    'other',
  ],
];

/** The kind that a title names; null if it names none. */
export function kindOfTitle(title: string): ChartKind | null {
  const plain = title.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

// ICAO location indicators, and words that look like one.

/** No indicator begins with these letters (ICAO Doc 7910). */
const NONE_BEGINS = /^[IJQX]/;
/** Words of four capital letters in the frames of charts and manuals. */
const WORDS = new Set(
  `AMDT ANNX APCH APDC APPR AREA AUTO BASE BOOK CARD CAUT CHAP CHAR CITY CODE CONT COPY CREW DATA DATE DAYS EASA EAST EFFE FILE FORM
FUEL GATE GNSS GUID HELI HIGH IAIP ICAO INFO LAND LIST LOAD MAIN MAPS MASS MEMO MISC NADP NEXT NOTE OPEN PAGE PART PERF PLAN PREP
RAMP RNAV ROLL ROUT RULE RWYS SAFE SECT SIDS SIGN STAR STND TABS TAFS TAKE TAXI TEMP TERM TEXT TIME TRIP TWYS TYPE VIEW WEST
WIND WORK ZONE`.split(/\s+/),
);

/** Whether a word can be a location indicator. */
export function isIndicator(word: string): boolean {
  return /^[A-Z]{4}$/.test(word) && !NONE_BEGINS.test(word) && !WORDS.has(word);
}
