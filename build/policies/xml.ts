/** Writes property lists in XML (plist(5)). */

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** A text inside an element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a property list can hold here. */
export type PlistContent =
  | boolean
  | number
  | string
  | Date
  | PlistContent[]
  | { [key: string]: PlistContent };

const PLIST_DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';

/** A property list in XML. */
export function plistDocument(value: PlistContent): string {
  return `${XML_HEAD}\n${PLIST_DOCTYPE}\n<plist version="1.0">${plistValue(value, '\n')}\n</plist>\n`;
}

/** @param line the beginning of its line */
function plistValue(value: PlistContent, line: string): string {
  if (typeof value === 'boolean') return `${line}<${value}/>`;
  if (typeof value === 'number')
    return `${line}${Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`}`;
  if (typeof value === 'string') return `${line}<string>${escaped(value)}</string>`;
  if (value instanceof Date) return `${line}<date>${value.toISOString().replace(/\.\d+Z$/, 'Z')}</date>`;
  const inner = `${line}  `;
  if (Array.isArray(value))
    return `${line}<array>${value.map((one) => plistValue(one, inner)).join('')}${line}</array>`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${inner}<key>${escaped(key)}</key>${plistValue(one, inner)}`,
  );
  return `${line}<dict>${entries.join('')}${line}</dict>`;
}
