/** Diagnostics that a person looks at: the bytes that were shown are those that are saved, and administrators may forbid them. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectDiagnostics, diagnosticsParts, diagnosticsText } from '../../main/support/diagnostics.ts';
import { KeptDiagnostics } from '../../main/support/open.ts';
import type { DiagnosticsPart } from '../../preload/contract.ts';
import { anyLetter } from '../any-letter.ts';
import { freshFolder } from '../fresh-folder.ts';

function keeper(allowed = () => true) {
  let n = 0;
  return new KeptDiagnostics({
    newId: () => `id-${n}`,
    allowed,
    collect: async () => {
      n += 1;
      return diagnosticsParts.map((part) => ({ part, text: `${part} ${n}\n`, left_out: `no ${part}\n` }));
    },
  });
}

test('what is saved is what was shown, whatever was collected since', async () => {
  const kept = keeper();
  const first = await kept.collect();
  await kept.collect();
  expect(kept.text(first.id, [])).toBe(first.sections.map(({ text }) => text).join(''));
  expect(kept.text(first.id, ['kits', 'log'])).toBe('about 1\nprofiles 1\nno kits\ncrashes 1\nno log\n');
  kept.drop(first.id);
  expect(() => kept.text(first.id, [])).toThrow('no longer kept');
});

test('a few are kept, the newest', async () => {
  const kept = keeper();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await kept.collect()).id);
  const stillThere = ids.map((id) => {
    try {
      return kept.text(id, []) !== '';
    } catch {
      return false;
    }
  });
  expect(stillThere).toEqual([false, false, true, true, true]);
});

test('administrators turn them off, also for what is shown already', async () => {
  let allowed = true;
  const kept = keeper(() => allowed);
  const { id } = await kept.collect();
  allowed = false;
  expect(() => kept.text(id, [])).toThrow('Your administrators have turned off diagnostics');
  await expect(kept.collect()).rejects.toMatchObject({ kind: 'config', condition: 'policy' });
});

test('whatever texts there are: shown as they are saved, each part whole or left out, nothing invisible', async () => {
  const text = fc.string({ unit: anyLetter, maxLength: 200 });
  const without = fc.subarray(['profiles', 'kits', 'crashes', 'log'] as DiagnosticsPart[]);
  await fc.assert(
    fc.asyncProperty(text, without, async (words, left) => {
      const sections = await collectDiagnostics({
        app: { version: words, host: 'electron', packaged: true },
        settings: { words },
        managed: null,
        profiles: { list: () => [], isManaged: () => false },
        factsOf: async () => null,
        kits: { list: () => [], history: () => [] },
        notices: [{ id: 'x', severity: 'info', message: words }],
        logs: freshFolder(),
        crashes: freshFolder(),
        now: 0,
      });
      const saved = diagnosticsText(sections, left);
      // What a reader of the file gets is what was shown: the same after UTF-8, and with no sign that can't be seen.
      expect(Buffer.from(saved, 'utf8').toString('utf8')).toBe(saved);
      expect(saved.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      for (const { part, text: whole, left_out } of sections) {
        expect(saved).toContain(part !== 'about' && left.includes(part) ? left_out : whole);
      }
    }),
    { numRuns: 50 },
  );
});
