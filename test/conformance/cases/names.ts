/** Hostile ids and the names of saved files. */
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minimalPdf } from '../minimal-pdf.ts';
import { SAVED_BYTES, sentInTwo } from '../sent-in-two.ts';
import type { Scenario } from '../world.ts';

const expectedName = (id: string): string => `${id.replace(/[^A-Za-z0-9._-]/g, '_')}.pdf`;

export const names: Scenario[] = [
  {
    name: 'hostile ids: percent-encoded on the wire, harmless as file names',
    async play(world) {
      const ids = [
        '../../etc/passwd',
        'a/b?c#d',
        '%2e%2e',
        '%2F',
        'kit with spaces',
        '"quotes" & \'more\'',
        'line\r\nX-Evil: 1',
        'tab\tand\u0007bell',
        'back\\slash:colon*star|bar<>',
        'C:\\Windows\\system32',
        'Zürich',
        'con',
        '.hidden',
        '~',
        'a+b=c;d,e@f!$',
        '__proto__',
        '0',
      ];
      const service = await world.service();
      for (const id of ids) service.kit(id);
      const run = await world.fetch(service, { ids });
      world.expectExit(run, 0);
      for (const [index, id] of ids.entries()) {
        const ready = service.kits.get(id)?.file.content ?? true;
        const end = world.expectKit(run, index, { ready, file: expectedName(id) });
        world.check(
          end?.tripkit_id === id,
          `the event shows ${JSON.stringify(end?.tripkit_id)} for ${JSON.stringify(id)}`,
        );
        if (typeof end?.file === 'string')
          world.check(dirname(end.file) === world.out, `saved outside: ${end.file}`);
      }
      world.check(
        world.saved().length === ids.length,
        `left in the out folder: ${world.saved().join(' | ')}`,
      );
    },
  },
  {
    name: 'emoji and 300 characters: an end for each, and the other kits are saved',
    async play(world) {
      const service = await world.service();
      const long = 'L'.repeat(300);
      for (const id of ['kit-✈️-🛫', long, 'fine']) service.kit(id);
      const run = await world.fetch(service, { ids: ['kit-✈️-🛫', long, 'fine'] });
      world.expectKit(run, 0, {
        ready: service.kits.get('kit-✈️-🛫')?.file.content ?? true,
        file: /^kit-_+-_+\.pdf$/,
      });
      const end = world.expectKit(run, 1, {});
      world.check(end?.state === 'ready', `300 characters: ${JSON.stringify(end)?.slice(0, 600)}`);
      world.expectKit(run, 2, { ready: true, file: 'fine.pdf' });
    },
  },
  {
    name: 'ids that are dot segments never change the path',
    async play(world) {
      for (const id of ['..', '.']) {
        const service = await world.service();
        const kit = service.kit(id);
        const run = await world.fetch(service, { ids: [id] });
        if (run.code === 0) world.expectKit(run, 0, { ready: kit.file.content, file: expectedName(id) });
        else world.check(run.code === 1 || run.code === 2, `${id}: exit ${run.code}`);
        world.check(service.calls('none').length === 0, `${id}: asked for ${service.calls('none')[0]?.url}`);
      }
    },
  },
  {
    name: 'names that collide after replacing get -2 and -3; the same id twice does no harm',
    async play(world) {
      const service = await world.service();
      const ids = ['a/b', 'a?b', 'a b', 'a_b-2'];
      for (const id of ids) service.kit(id);
      const run = await world.fetch(service, { ids: [...ids, 'a/b'] });
      if (run.code === 2) {
        world.problems.push(
          `the same id twice: exit 2 (the document is silent): ${run.stderr.slice(0, 200)}`,
        );
        return;
      }
      world.expectExit(run, 0);
      const files = [...ids, 'a/b'].map((id, index) => {
        const end = world.expectKit(run, index, {
          ready: service.kits.get(id)?.file.content ?? true,
          file: /^a_b(-\d)*\.pdf$/,
        });
        return String(end?.file);
      });
      world.check(new Set(files.slice(0, 4)).size === 4, `four kits share files: ${files.join(' ')}`);
      world.check(
        world.saved().includes('a_b.pdf') && world.saved().includes('a_b-2.pdf'),
        `saved: ${world.saved()}`,
      );
      world.check(
        world.saved().every((name) => /^a_b(-\d)*\.pdf$/.test(name)),
        `left over: ${world.saved()}`,
      );
    },
  },
  {
    name: 'the file appears under its name only once whole; nothing else is left; a second run does no harm',
    async play(world) {
      const service = await world.service();
      const kit = service.kit('slow', {
        file: sentInTwo(world, minimalPdf({ bytes: SAVED_BYTES * 2 }), (sendRest) => {
          const whole = world.saved().filter((name) => name.endsWith('.pdf'));
          world.check(whole.length === 0, `${whole} is there before its last byte`);
          sendRest();
        }),
      });
      const out = join(world.out, 'made', 'by', 'the', 'command');
      const run = await world.fetch(service, { ids: ['slow'] });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: kit.file.content, file: 'slow.pdf' });
      world.check(world.saved().join() === 'slow.pdf', `left in the out folder: ${world.saved()}`);
      const again = await world.fetch(service, { ids: ['slow'] });
      world.expectExit(again, 0);
      world.expectKit(again, 0, { ready: kit.file.content });
      mkdirSync(dirname(out), { recursive: true });
      const deeper = await world.fetch(service, { ids: ['slow'], out });
      world.expectExit(deeper, 0);
      world.check(readdirSync(out).join() === 'slow.pdf', `left in a new out folder: ${readdirSync(out)}`);
    },
  },
];
