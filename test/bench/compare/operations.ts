/** A page's operators, taken apart and written again. */
import { Reader, type Value, Word, written } from './pdf-objects.ts';

/** An operator and its operands; `image` are the bytes of an inline one. */
export interface Operation {
  operator: string;
  operands: Value[];
  image?: Buffer;
}

/** The operators of a content stream. */
export function operationsOf(data: Buffer): Operation[] {
  const reader = new Reader(data);
  const operations: Operation[] = [];
  let operands: Value[] = [];
  for (let value = reader.next(false); value !== undefined; value = reader.next(false)) {
    if (!(value instanceof Word)) {
      operands.push(value);
      continue;
    }
    if (value.word === 'ID') {
      const from = reader.at + 1;
      const end =
        data
          .toString('latin1')
          .slice(from)
          .search(/[\s]EI(?=[\s]|$)/) + from;
      operations.push({ operator: 'BI', operands, image: data.subarray(from, end) });
      reader.at = end + 3;
    } else if (value.word !== 'BI') operations.push({ operator: value.word, operands });
    operands = [];
  }
  return operations;
}

/** The operators as a content stream. */
export function streamOf(operations: readonly Operation[]): Buffer {
  const parts: Buffer[] = [];
  let text = '';
  const flush = () => {
    parts.push(Buffer.from(text, 'latin1'));
    text = '';
  };
  for (const { operator, operands, image } of operations) {
    if (image !== undefined) {
      text += `BI ${operands.map(written).join(' ')} ID `;
      flush();
      parts.push(image);
      text = '\nEI\n';
    } else text += `${operands.map(written).join(' ')} ${operator}\n`;
  }
  flush();
  return Buffer.concat(parts);
}

export function operation(operator: string, ...operands: Value[]): Operation {
  return { operator, operands };
}
