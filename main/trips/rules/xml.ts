/** The tags and texts of an XML document, without its DTD: its own entities are never resolved. Pure. */

type XmlPiece =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; line: number }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Longest tag, UTF-16 code units. */
const MAX_TAG = 20_000;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** In their order; names without their prefix. An empty tag opens and closes. A truncated or malformed part ends the walk. */
export function* readXml(text: string): Iterable<XmlPiece> {
  let at = 0;
  let line = 1;
  let counted = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    if (end > at) yield { kind: 'text', text: unescaped(text.slice(at, end)) };
    if (open < 0) return;
    for (; counted < open; counted += 1) if (text[counted] === '\n') line += 1;
    const special = SPECIAL.find(({ start }) => text.startsWith(start, open));
    if (special) {
      const close = text.indexOf(special.end, open + special.start.length);
      if (close < 0) return;
      if (special.start === CDATA) yield { kind: 'text', text: text.slice(open + CDATA.length, close) };
      at = close + special.end.length;
      continue;
    }
    const close = text.slice(open, open + MAX_TAG).indexOf('>');
    if (close < 0) return;
    const tag = text.slice(open + 1, open + close);
    at = open + close + 1;
    if (tag.startsWith('/')) yield { kind: 'close', name: localName(tag.slice(1).trim()) };
    else {
      const isEmpty = tag.endsWith('/');
      const body = isEmpty ? tag.slice(0, -1) : tag;
      const name = localName(/^[^\s]*/.exec(body)?.[0] ?? '');
      yield { kind: 'open', name, attributes: attributesOf(body), line };
      if (isEmpty) yield { kind: 'close', name };
    }
  }
}

const CDATA = '<![CDATA[';
const SPECIAL = [
  { start: '<!--', end: '-->' },
  { start: CDATA, end: ']]>' },
  { start: '<?', end: '?>' },
  { start: '<!', end: '>' },
];

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) return attributes;
    const name = tag.slice(at, equals).trim().split(/\s+/).at(-1) ?? '';
    let start = equals + 1;
    while (tag[start] === ' ' || tag[start] === '\n' || tag[start] === '\t') start += 1;
    const quote = tag[start];
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, start + 1) : -1;
    if (end < 0) return attributes;
    attributes.set(localName(name), unescaped(tag.slice(start + 1, end)));
    at = end + 1;
  }
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
      ? String.fromCodePoint(code)
      : whole;
  });
}
