/** The time zones of Windows, which Outlook and Exchange name in calendars, as IANA zones. Pure. */

/** Windows' names, most without their `Standard Time`, each with its zone for no country in particular (CLDR, windowsZones.xml, 001). */
const ZONES = `
Hawaiian Pacific/Honolulu;Alaskan America/Anchorage;Pacific America/Los_Angeles;US Mountain America/Phoenix;Mountain America/Denver
Central America America/Guatemala;Central America/Chicago;Central Standard Time (Mexico) America/Mexico_City
Canada Central America/Regina;SA Pacific America/Bogota;Eastern America/New_York;US Eastern America/Indiana/Indianapolis
Venezuela America/Caracas;Paraguay America/Asuncion;Atlantic America/Halifax;SA Western America/La_Paz;Pacific SA America/Santiago
Newfoundland America/St_Johns;E. South America America/Sao_Paulo;SA Eastern America/Cayenne;Argentina America/Buenos_Aires
Greenland America/Godthab;Montevideo America/Montevideo;Bahia America/Bahia;Azores Atlantic/Azores;Cape Verde Atlantic/Cape_Verde
UTC Etc/UTC;GMT Europe/London;Greenwich Atlantic/Reykjavik;Morocco Africa/Casablanca;W. Europe Europe/Berlin
Central Europe Europe/Budapest;Romance Europe/Paris;Central European Europe/Warsaw;W. Central Africa Africa/Lagos
Namibia Africa/Windhoek;Jordan Asia/Amman;GTB Europe/Bucharest;Middle East Asia/Beirut;Egypt Africa/Cairo;E. Europe Europe/Chisinau
Syria Asia/Damascus;South Africa Africa/Johannesburg;FLE Europe/Kiev;Turkey Europe/Istanbul;Israel Asia/Jerusalem
Kaliningrad Europe/Kaliningrad;Libya Africa/Tripoli;Arabic Asia/Baghdad;Arab Asia/Riyadh;Belarus Europe/Minsk;Russian Europe/Moscow
E. Africa Africa/Nairobi;Iran Asia/Tehran;Arabian Asia/Dubai;Azerbaijan Asia/Baku;Mauritius Indian/Mauritius;Georgian Asia/Tbilisi
Caucasus Asia/Yerevan;Afghanistan Asia/Kabul;West Asia Asia/Tashkent;Ekaterinburg Asia/Yekaterinburg;Pakistan Asia/Karachi
India Asia/Calcutta;Sri Lanka Asia/Colombo;Nepal Asia/Katmandu;Central Asia Asia/Almaty;Bangladesh Asia/Dhaka;Myanmar Asia/Rangoon
SE Asia Asia/Bangkok;North Asia Asia/Krasnoyarsk;China Asia/Shanghai;North Asia East Asia/Irkutsk;Singapore Asia/Singapore
W. Australia Australia/Perth;Taipei Asia/Taipei;Ulaanbaatar Asia/Ulaanbaatar;Tokyo Asia/Tokyo;Korea Asia/Seoul;Yakutsk Asia/Yakutsk
Cen. Australia Australia/Adelaide;AUS Central Australia/Darwin;E. Australia Australia/Brisbane;AUS Eastern Australia/Sydney
West Pacific Pacific/Port_Moresby;Tasmania Australia/Hobart;Vladivostok Asia/Vladivostok;Central Pacific Pacific/Guadalcanal
New Zealand Pacific/Auckland;Fiji Pacific/Fiji;Tonga Pacific/Tongatapu;Samoa Pacific/Apia`;

const zones = new Map(
  ZONES.trim()
    .split(/[;\n]/)
    .map((entry): [string, string] => {
      const at = entry.lastIndexOf(' ');
      const name = entry.slice(0, at);
      return [/^UTC$|Standard Time/.test(name) ? name : `${name} Standard Time`, entry.slice(at + 1)];
    }),
);

/** The IANA zone of `W. Europe Standard Time`; null if Windows has no zone of that name, or one that is rare. */
export function windowsZone(name: string): string | null {
  return zones.get(name) ?? null;
}

/** Every IANA zone of the list. */
export const windowsZones: readonly string[] = [...zones.values()];
