import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { OPERATORS } from '../../main/documents/jobs/content/operators.ts';

it('knows the operators of pdf.js by the numbers that they have', () => {
  expect(OPS).toMatchObject(OPERATORS);
});
