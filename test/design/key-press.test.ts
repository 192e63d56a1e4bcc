/** Combinations: which keys press them, and how they are written. */
import { expect, test } from 'vitest';
import { ariaKey, isPressed, isSingle, keyWords, worksWhileTyping } from '../../renderer/design/key-press.ts';

const press = (key: string, ...held: ('ctrl' | 'meta' | 'alt' | 'shift')[]) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

test('a combination asks for exactly its modifiers', () => {
  expect(isPressed('Ctrl+F', press('f', 'ctrl'))).toBe(true);
  expect(isPressed('Ctrl+F', press('f', 'meta'))).toBe(true);
  expect(isPressed('Ctrl+F', press('f'))).toBe(false);
  expect(isPressed('f', press('f', 'ctrl'))).toBe(false);
  expect(isPressed('r', press('R', 'shift'))).toBe(false);
  expect(isPressed('Shift+R', press('R', 'shift'))).toBe(true);
  // Caps lock is no Shift.
  expect(isPressed('r', press('R'))).toBe(true);
  expect(isPressed('Alt+ArrowLeft', press('ArrowLeft', 'alt'))).toBe(true);
  expect(isPressed('ArrowLeft', press('ArrowLeft', 'alt'))).toBe(false);
  expect(isPressed('ArrowRight', press('ArrowRight', 'shift'))).toBe(false);
});

test('signs are found wherever the keyboard has them', () => {
  expect(isPressed('?', press('?', 'shift'))).toBe(true);
  expect(isPressed('?', press('?'))).toBe(true);
  expect(isPressed('+', press('+', 'shift'))).toBe(true);
  expect(isPressed('Ctrl++', press('+', 'ctrl', 'shift'))).toBe(true);
  expect(isPressed('Ctrl+-', press('-', 'ctrl'))).toBe(true);
  expect(isPressed('-', press('-', 'ctrl'))).toBe(false);
});

test('Alt and a digit is the key of that digit, whatever sign the keyboard makes of it', () => {
  expect(isPressed('Alt+1', { ...press('1', 'alt'), code: 'Digit1' })).toBe(true);
  // A Mac, and a French keyboard with Shift.
  expect(isPressed('Alt+1', { ...press('¡', 'alt'), code: 'Digit1' })).toBe(true);
  expect(isPressed('Alt+1', { ...press('&', 'alt'), code: 'Digit1' })).toBe(true);
  expect(isPressed('Alt+1', { ...press('2', 'alt'), code: 'Digit2' })).toBe(false);
  expect(isPressed('Alt+1', { ...press('1'), code: 'Digit1' })).toBe(false);
  expect(isPressed('Alt+1', { ...press('1', 'alt', 'ctrl'), code: 'Digit1' })).toBe(false);
  // Digits without Alt are what they write.
  expect(isPressed('1', { ...press('&'), code: 'Digit1' })).toBe(false);
});

test('while a person types only keys act that write nothing and move no cursor', () => {
  expect(['Ctrl+F', 'F3', 'Shift+F3', 'F11', 'Escape'].map(worksWhileTyping)).not.toContain(false);
  expect(
    ['n', 'Shift+R', '+', 'Home', 'Ctrl+Home', 'Alt+ArrowLeft', 'PageDown'].map(worksWhileTyping),
  ).not.toContain(true);
});

test('a single key is a letter, digit or sign without Ctrl or Alt', () => {
  expect(['n', 'Shift+R', '1', '+', '/'].map(isSingle)).not.toContain(false);
  expect(['Ctrl++', 'Alt+1', 'PageDown', 'Escape', 'F3', 'ArrowLeft'].map(isSingle)).not.toContain(true);
});

test('keys as they are written on keyboards', () => {
  expect(keyWords('Ctrl+F', false)).toBe('Ctrl+F');
  expect(keyWords('Ctrl+F', true)).toBe('⌘F');
  expect(keyWords('Ctrl++', false)).toBe('Ctrl++');
  expect(keyWords('Alt+ArrowLeft', false)).toBe('Alt+←');
  expect(keyWords('n', false)).toBe('N');
  expect(keyWords('PageDown', false)).toBe('PgDn');
});

test('keys as screen readers are told of them', () => {
  expect(ariaKey('Ctrl+K', false)).toBe('Control+K');
  expect(ariaKey('Ctrl+K', true)).toBe('Meta+K');
  expect(ariaKey('/', false)).toBe('/');
});
