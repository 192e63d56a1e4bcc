/** Writes what a page leads to into a hash, without what its operators show as text. */

import type { Hash } from 'node:crypto';
import { Irregular, isName, type PdfDict, PdfRef, type PdfValue } from '../../documents/pdf/values.ts';
import { contentsOf, INHERITED, OF_DECODED, OF_PAGE, type PageObjects, PageWalk } from './page-walk.ts';

/**
 * Text is left out of the page's own operators and of the forms that these draw. Whatever else might draw the same letters
 * (patterns, letters of fonts of Type 3, appearances of annotations) makes a page irregular.
 *
 * @param objects `stream` gives digests of what is left of operators
 * @param plain gives digests of all other streams
 */
export class MaskedWalk extends PageWalk {
  readonly #operators: PageObjects;
  /** Streams of operators by number. */
  readonly #masked = new Set<number>();

  constructor(operators: PageObjects, plain: PageObjects, hash: Hash) {
    super(plain, hash);
    this.#operators = operators;
  }

  override async page(page: PdfDict): Promise<void> {
    const contents = await contentsOf(page, this.objects);
    this.say(`contents ${contents.length};`);
    for (const one of contents) {
      if (!(one instanceof PdfRef)) throw new Irregular('operators out of place');
      await this.#writeOperators(one);
    }
    for (const key of INHERITED) {
      const value = page.get(key) ?? null;
      if (key === 'Resources') await this.#writeResources(value);
      else await this.write(value);
    }
    await this.writeEntries(page, OF_PAGE);
  }

  async #writeOperators(ref: PdfRef): Promise<void> {
    if (this.reached.has(ref.num) && !this.#masked.has(ref.num)) throw new Irregular('drawn in two ways');
    if (this.isReached(ref)) return;
    this.#masked.add(ref.num);
    const { value, data } = await this.objects.load(ref);
    if (data === null || !(value instanceof Map) || value.has('F')) throw new Irregular('no operators');
    const { digest } = await this.#operators.stream(ref.num, value, data);
    this.say(`masked ${digest};`);
    const resources = value.get('Resources');
    if (resources !== undefined) await this.#writeResources(resources);
    await this.writeEntries(value, new Set([...OF_DECODED, 'Resources']));
  }

  async #writeResources(value: PdfValue): Promise<void> {
    await this.#writeNamed(value, (key, one) =>
      key === 'XObject' ? this.#writeForms(one) : this.write(one),
    );
  }

  async #writeForms(value: PdfValue): Promise<void> {
    await this.#writeNamed(value, async (_key, one) => {
      const object = one instanceof PdfRef ? await this.objects.load(one) : null;
      const isForm = object?.value instanceof Map && isName(object.value.get('Subtype'), 'Form');
      if (isForm) await this.#writeOperators(one as PdfRef);
      else await this.write(one);
    });
  }

  /** Writes a dictionary, also one that was written before: what it leads to is said once. */
  async #writeNamed(
    value: PdfValue,
    writeEntry: (key: string, value: PdfValue) => Promise<void>,
  ): Promise<void> {
    if (value instanceof PdfRef) {
      if (this.isReached(value)) return;
      const { value: loaded, data } = await this.objects.load(value);
      if (data !== null) throw new Irregular('a stream in the wrong place');
      await this.#writeNamed(loaded, writeEntry);
      return;
    }
    if (value === null) return this.say('none;');
    if (!(value instanceof Map)) throw new Irregular('no dictionary');
    this.say(`<${value.size};`);
    for (const key of [...value.keys()].sort()) {
      this.say(`${key.length}:${key}`);
      await writeEntry(key, value.get(key) ?? null);
    }
  }

  protected override async writeObject(ref: PdfRef): Promise<void> {
    if (this.#masked.has(ref.num)) throw new Irregular('drawn in two ways');
    await super.writeObject(ref);
  }

  protected override async writeDictionary(dict: PdfDict, unseen: ReadonlySet<string>): Promise<void> {
    // Operators elsewhere: of a pattern, of a mask, of an appearance; of the letters of a font.
    if (dict.has('Resources') || isName(dict.get('Subtype'), 'Type3'))
      throw new Irregular('letters drawn elsewhere');
    await super.writeDictionary(dict, unseen);
  }
}
