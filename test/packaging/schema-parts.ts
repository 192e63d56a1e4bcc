/** Libraries that other packages bring along and that the tests of templates look at them with. */
import { createRequire } from 'node:module';

const installed = createRequire(import.meta.url);
const builder = createRequire(installed.resolve('electron-builder/package.json'));
const plist = createRequire(builder.resolve('plist/package.json'));
const store = createRequire(installed.resolve('electron-store'));
const conf = createRequire(store.resolve('conf'));

/** The part of a DOM (W3C) that is used here. */
export interface XmlNode {
  nodeType: number;
  nodeName: string;
  namespaceURI: string | null;
  textContent: string | null;
  childNodes: Iterable<XmlNode> & { length: number; item(index: number): XmlNode };
  attributes: { length: number; item(index: number): { name: string; value: string } };
}

interface Dom {
  DOMParser: new (options: {
    onError?: (level: string, message: string) => void;
    errorHandler?: (level: string, message: string) => void;
  }) => { parseFromString(text: string, type: string): { documentElement: XmlNode } };
}

interface Ajv {
  new (options: {
    strict: boolean;
    allErrors?: boolean;
  }): {
    compile(schema: object): (value: unknown) => boolean;
  };
}

const dom: Dom = plist('@xmldom/xmldom');
/** A validator of JSON Schema, draft 2020-12. */
export const Ajv2020: Ajv = conf('ajv/dist/2020.js').default;

/** The root of an XML document. @throws Error where it isn't well-formed */
export function parseXml(text: string): XmlNode {
  const fail = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  return new dom.DOMParser({ onError: fail, errorHandler: fail }).parseFromString(text, 'text/xml')
    .documentElement;
}
