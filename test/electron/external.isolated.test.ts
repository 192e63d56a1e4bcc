import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ shell: {} }));
const { EXTERNAL_PAGES, openExternalPage } = await import('../../main/electron/external.ts');

test('every page of the list is a plain https address', () => {
  for (const page of EXTERNAL_PAGES) {
    const url = new URL(page);
    expect([url.protocol, url.search, url.hash, url.username, url.port]).toEqual(['https:', '', '', '', '']);
    expect(url.href).toBe(page);
  }
});

test('a page of the list opens; nothing else does, however alike', async () => {
  const openExternal = vi.fn(async () => {});
  const [page = ''] = EXTERNAL_PAGES;
  await openExternalPage(page, { openExternal });
  expect(openExternal).toHaveBeenCalledExactlyOnceWith(page);
  for (const other of [
    `${page}?secret=1`,
    `${page}#a`,
    page.replace('https:', 'http:'),
    page.toUpperCase(),
    ` ${page}`,
    page.replace('https://', 'https://evil@'),
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'https://evil.example/',
    '',
  ]) {
    const refused = openExternalPage(other, { openExternal });
    await expect(refused).rejects.toMatchObject({ kind: 'config' });
    await expect(refused).rejects.not.toThrow('secret');
  }
  expect(openExternal).toHaveBeenCalledTimes(1);
});
