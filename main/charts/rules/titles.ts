/**
 * The kind of a chart by its title: the titles of ICAO Annex 4 in English, French, Spanish, Portuguese, Italian and German
 * publications, and other common titles. Without accents.
 */
import type { ChartKind } from './chart.ts';

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
    /^(?:HI-|COPTER |CONVERGING |VISUAL )*(?:ILS|LOC|LDA|SDF|IGS|RNAV|RNP|GPS|GNSS|GLS|GBAS|MLS|VOR|NDB|TACAN|PAR|ASR|SRA|DVOR|LNAV)\b.*(?:\bR(?:WY|UNWAY)\W{0,2}[0-3]?\d|[ -][A-Z]$|\b[0-3]\d[LRC]?\b)/,
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
