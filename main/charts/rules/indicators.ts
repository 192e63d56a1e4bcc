/** ICAO location indicators, and words that look like one. */

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
