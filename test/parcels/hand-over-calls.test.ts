/** What a person is asked before anything of a hand-over file is brought in, and what follows from the answer. */
import { expect, test, vi } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { Question } from '../../main/host/file-dialogs.ts';
import type { OpenedHandOver } from '../../main/parcels/hand-over/open-hand-over.ts';
import { handOverCalls } from '../../main/parcels/hand-over-calls.ts';
import { passphraseProblem } from '../../main/parcels/rules/passphrase.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const PASSPHRASE = 'gate seven at dawn';
const came: OpenedHandOver = {
  manifest: {
    ...{ format: 1, made_at: '2026-11-23T10:45:00.000Z', app_version: '1.0.0', scope: 'laptop' },
    ...{ made_by: { user: 'maria', computer: 'flight-07' }, files: [], documents: [] },
  },
  ...{ kits: 12, here: 3, documents: 12, marks: 40, acknowledgements: 5, planned: 1 },
  ...{ settings: null, known: {}, unknown: [], nameless: [] },
};

function setUp({
  answers = [true],
  taken = came,
}: {
  answers?: boolean[];
  taken?: OpenedHandOver | Error;
} = {}) {
  const questions: Question[] = [];
  const handOver = {
    allowed: true,
    plan: vi.fn(() => ({ kits: 2, documents: 2, bytes: 10, left: [] })),
    write: vi.fn(async () => ({ kits: 2, documents: 2, bytes: 10, left: [] })),
    look: vi.fn(async () => {}),
    open: vi.fn(async () => {
      if (taken instanceof Error) throw taken;
      return taken;
    }),
    accept: vi.fn(async () => {}),
    refuse: vi.fn(async () => {}),
    cancel: vi.fn(async () => {}),
  };
  const saved: string[] = [];
  const dialogs = {
    saveHandOver: async (suggested: string) => {
      saved.push(suggested);
      return '/media/stick/file.age';
    },
    openHandOver: async () => '/media/stick/file.age',
  };
  const restart = vi.fn();
  const add = vi.fn();
  const keep = vi.fn(async () => {});
  const calls = handOverCalls({
    handOver,
    dialogs: dialogs as never,
    confirm: async (question) => {
      questions.push(question);
      return answers.shift() ?? false;
    },
    newId: () => '00000000-0000-4000-8000-000000000001',
    now: () => NOW,
    restart,
    profilesChanged: () => {},
    profiles: { add },
    profileAgreements: { keep },
    settings: {
      state: () => ({ allow_other_profiles: true }),
      wouldReceive: () => ({
        open_at_login: true,
        audit_months: 36,
        cockpit: true,
        keep_days_after_departure: 30,
      }),
    },
  });
  const open = async () => {
    const chosen = await calls.choose();
    return calls.open({ handle: chosen?.handle ?? '', passphrase: PASSPHRASE });
  };
  return { calls, open, handOver, questions, saved, restart, add, keep };
}

test('a yes is written down, and the app restarts', async () => {
  const { open, handOver, questions, restart } = setUp();
  expect(await open()).toBe(true);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.message).toBe('Bring in 12 kits, 3 of them already here?');
  expect(questions[0]?.detail).toMatch(
    /It says that it is from the laptop “flight-07” of “maria”, made on 23 Nov 2026 10:45Z\.$/,
  );
  expect(questions[0]?.detail).toContain('With 40 marks, 5 acknowledgements and 1 planned kit.');
  expect(handOver.accept).toHaveBeenCalledWith(came, 'file.age', {});
  expect(restart).toHaveBeenCalledOnce();
});

test('a no leaves nothing', async () => {
  const { open, handOver, restart } = setUp({ answers: [false] });
  expect(await open()).toBe(false);
  expect(handOver.refuse).toHaveBeenCalledOnce();
  expect(handOver.accept).not.toHaveBeenCalled();
  expect(restart).not.toHaveBeenCalled();
});

test('settings that give power, remove kits or hold notices are named', async () => {
  const { open, questions } = setUp({ taken: { ...came, settings: {} } });
  await open();
  expect(questions[0]?.detail).toContain(
    'Kits are removed 30 days after departure, those that are here too.',
  );
  expect(questions[0]?.detail).toContain('Start with the session: On.');
  expect(questions[0]?.detail).toContain('Keep the record of what was done: 36 months.');
  expect(questions[0]?.detail).toContain('Cockpit mode: On.');
});

test('a cancelled opening is no failure; another one is', async () => {
  const cancelled = setUp({ taken: new DOMException('ended', 'AbortError') });
  expect(await cancelled.open()).toBe(false);
  const failed = setUp({ taken: new TripKitError('config', 'no', { condition: 'damaged' }) });
  await expect(failed.open()).rejects.toMatchObject({ condition: 'damaged' });
});

test('a file that is no hand-over file is refused before its password is asked for', async () => {
  const { calls, handOver } = setUp();
  handOver.look.mockRejectedValueOnce(new TripKitError('config', 'no', { condition: 'foreign' }));
  await expect(calls.choose()).rejects.toMatchObject({ condition: 'foreign' });
  expect(await calls.choose()).toMatchObject({ file_name: 'file.age' });
  expect(handOver.look).toHaveBeenLastCalledWith('/media/stick/file.age');
});

test('a file that nobody chose is not opened', async () => {
  const { calls, handOver } = setUp();
  const opening = { handle: '00000000-0000-4000-8000-000000000009', passphrase: PASSPHRASE };
  await expect((async () => calls.open(opening))()).rejects.toMatchObject({ kind: 'config' });
  expect(handOver.open).not.toHaveBeenCalled();
});

test('a weak passphrase is refused before anything is asked', async () => {
  const { calls, handOver, saved } = setUp();
  for (const passphrase of ['short', 'aaaaaaaaaaaaaaaaaaaa', '0123456789012345678']) {
    expect(passphraseProblem(passphrase)).not.toBeNull();
    await expect((async () => calls.make({ kit_ids: null, passphrase }))()).rejects.toMatchObject({
      kind: 'config',
    });
  }
  expect(saved).toEqual([]);
  expect(await calls.make({ kit_ids: null, passphrase: PASSPHRASE })).toMatchObject({
    file_name: 'file.age',
    kits: 2,
  });
  expect(saved).toEqual(['laptop-2026-11-23.age']);
  expect(handOver.write).toHaveBeenCalledWith('/media/stick/file.age', null, PASSPHRASE);
});
