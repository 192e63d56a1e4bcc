import { expect, it, vi } from 'vitest';
import { systemProxies } from '../../../main/electron/system-proxy.ts';
import { ProxyRoutes } from '../../../main/service/proxy.ts';

it('asks the session, and gives on what it says', async () => {
  const resolveProxy = vi.fn(async (_url: string) => 'PROXY a.example:8080; DIRECT');
  const routes = new ProxyRoutes({ find: systemProxies({ resolveProxy }) });
  expect(await routes.list('https://auth.example:9443', new AbortController().signal)).toEqual([
    { type: 'http', host: 'a.example', port: 8080 },
    { type: 'direct' },
  ]);
  // Origin alone: a path or query never leaves the client for a look-up.
  expect(resolveProxy.mock.calls).toEqual([['https://auth.example:9443/']]);
});
