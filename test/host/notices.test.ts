import { expect, test } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';

test('the gravest first; each once; every change is told', () => {
  const board = new NoticeBoard();
  const told: string[][] = [];
  const end = board.onChange((notices) => told.push(notices.map(({ id }) => id)));
  board.add({ id: 'a', severity: 'info', message: '1' });
  board.add({ id: 'b', severity: 'error', message: '2' });
  board.add({ id: 'c', severity: 'warning', message: '3' });
  board.add({ id: 'a', severity: 'info', message: '1' });
  expect(told).toEqual([['a'], ['b', 'a'], ['b', 'c', 'a']]);
  board.withdraw('c');
  board.withdraw('nothing');
  expect(board.list().map(({ id }) => id)).toEqual(['b', 'a']);
  end();
  board.withdraw('a');
  expect(told).toHaveLength(4);
});

test('a dismissed notice does not come back, one that was withdrawn may', () => {
  const board = new NoticeBoard();
  board.add({ id: 'a', severity: 'info', message: '1' });
  board.dismiss('a');
  board.dismiss('nothing');
  board.add({ id: 'a', severity: 'info', message: 'other words' });
  expect(board.list()).toEqual([]);
  board.add({ id: 'b', severity: 'info', message: '1' });
  board.withdraw('b');
  board.add({ id: 'b', severity: 'info', message: '2' });
  expect(board.list()).toEqual([{ id: 'b', severity: 'info', message: '2' }]);
});

test('what waits is not shown and not told, but for what answers a person; then all comes at once', () => {
  const board = new NoticeBoard();
  const info = (id: string, message = '1') => ({ id, severity: 'info' as const, message });
  board.add(info('before'));
  board.hold();
  const told: string[][] = [];
  board.onChange((notices) => told.push(notices.map(({ id }) => id)));
  board.add(info('a'));
  board.add(info('b'));
  board.add(info('gone'));
  board.withdraw('gone');
  board.add(info('before', 'other words'));
  expect(told).toEqual([]);
  expect(board.list()).toEqual([info('before')]);
  expect(board.waiting().map(({ id }) => id)).toEqual(['a', 'b', 'before']);
  board.add(info('asked'), 'now');
  expect(told).toEqual([['before', 'asked']]);
  board.dismiss('before');
  board.release();
  expect(told.at(-1)).toEqual(['asked', 'a', 'b']);
  expect(board.waiting()).toEqual([]);
  board.add(info('later'));
  expect(board.list().map(({ id }) => id)).toContain('later');
});

test('at a start that holds, what came before is held, too', () => {
  const board = new NoticeBoard();
  board.add({ id: 'a', severity: 'error', message: '1' });
  board.hold(true);
  expect(board.list()).toEqual([]);
  board.release();
  expect(board.list().map(({ id }) => id)).toEqual(['a']);
});
