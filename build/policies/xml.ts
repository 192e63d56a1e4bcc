/** Writes XML, and property lists in XML (plist(5)). */

/** An element, or text. */
export type Xml = string | { name: string; attributes: Readonly<Record<string, string>>; children: Xml[] };

/** An element. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
  ...children: Xml[]
): Xml {
  const texts = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const);
  return { name, attributes: Object.fromEntries(texts), children };
}

/** A document, indented where an element holds elements alone. */
export function xmlDocument(root: Xml, doctype = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${doctype}${written(root, '')}\n`;
}

function written(node: Xml, indent: string): string {
  if (typeof node === 'string') return escaped(node);
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const head = `${indent}<${node.name}${attributes.join('')}`;
  if (node.children.length === 0) return `${head}/>`;
  if (node.children.some((child) => typeof child === 'string')) {
    return `${head}>${node.children.map((child) => written(child, '')).join('')}</${node.name}>`;
  }
  const inner = node.children.map((child) => written(child, `${indent}  `));
  return [`${head}>`, ...inner, `${indent}</${node.name}>`].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
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
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';

/** A property list in XML. */
export function plistDocument(value: PlistContent): string {
  return xmlDocument(element('plist', { version: '1.0' }, plistValue(value)), PLIST_DOCTYPE);
}

function plistValue(value: PlistContent): Xml {
  if (typeof value === 'boolean') return element(String(value));
  if (typeof value === 'number')
    return element(Number.isInteger(value) ? 'integer' : 'real', {}, String(value));
  if (typeof value === 'string') return element('string', {}, value);
  if (value instanceof Date) return element('date', {}, value.toISOString().replace(/\.\d+Z$/, 'Z'));
  if (Array.isArray(value)) return element('array', {}, ...value.map(plistValue));
  const entries = Object.entries(value).flatMap(([key, one]) => [element('key', {}, key), plistValue(one)]);
  return element('dict', {}, ...entries);
}
