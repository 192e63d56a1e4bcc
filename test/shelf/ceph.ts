/** The S3 server of Debian, Ceph’s object gateway, with the monitor and the storage that it needs, all in a folder of the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import aws4 from 'aws4';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { freePort } from '../free-port.ts';
import { installPackages } from '../runtime/packages.ts';
import { KEY } from './s3-server.ts';
import { listening } from './servers.ts';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Whether Ceph is here; installs it where that may be done without a question. */
export function haveCeph(): boolean {
  const isThere = () => programs.every((name) => existsSync(`/usr/bin/${name}`));
  if (isThere()) return true;
  installPackages(['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']);
  return isThere();
}

const configuration = (folder: string, fsid: string, port: number) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${port}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}
osd objectstore = memstore
log file = ${folder}/$name.log
admin socket =
run dir = ${folder}
crash dir = ${folder}
keyring = ${folder}/keyring
`;

/** Starts it with the bucket “kits”, and “public”, which everybody may read. @returns as startS3Server */
export async function startCeph(folder: string) {
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  const [monitor, port] = [await freePort(), await freePort()];
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'keyring'), '');
  writeFileSync(conf, configuration(folder, fsid, monitor));
  const authority = await createAuthority('Storage authority', 'Demo Air');
  const { cert, key } = await issueServer(authority, 's3.example');
  writeFileSync(join(folder, 'server.pem'), cert);
  writeFileSync(join(folder, 'server.key'), key, { mode: 0o600 });
  const output = openSync(join(folder, 'output'), 'a');
  const stdio = ['ignore', output, output] as const;
  const run = (name: string, ...args: string[]) =>
    execFileSync(`/usr/bin/${name}`, args, { stdio: [...stdio], timeout: 60_000 });
  const children: ChildProcess[] = [];
  const begin = (name: string, ...args: string[]) => {
    const child = spawn(`/usr/bin/${name}`, ['-c', conf, '-f', ...args], { stdio: [...stdio] });
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      // Nothing of it is kept.
      child.kill('SIGKILL');
      await gone;
    }
  };
  try {
    const map = join(folder, 'map');
    run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, '--fsid', fsid, map);
    run('ceph-mon', '-c', conf, '-i', 'a', '--mkfs', '--monmap', map);
    begin('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    run('ceph', '-c', conf, '--connect-timeout', '30', 'osd', 'new', osd);
    run('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd);
    begin('ceph-osd', '-i', '0');
    const user = ['--uid', 'desk', '--display-name', 'desk'];
    run(
      'radosgw-admin',
      '-c',
      conf,
      'user',
      'create',
      ...user,
      '--access-key',
      KEY.user,
      '--secret',
      KEY.password,
    );
    const files = `ssl_certificate=${folder}/server.pem ssl_private_key=${folder}/server.key`;
    const gateway = begin('radosgw', '--rgw-frontends', `beast ssl_endpoint=127.0.0.1:${port} ${files}`);
    await listening(port, gateway, () => `see ${folder}`);
    const call = (path: string, body = '') => put({ port, path, body, ca: authority.pem });
    for (const bucket of ['kits', 'public']) await call(`/${bucket}`);
    const may = { Effect: 'Allow', Principal: '*' };
    const Statement = [
      { ...may, Action: 's3:GetObject', Resource: 'arn:aws:s3:::public/*' },
      { ...may, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::public' },
    ];
    await call('/public?policy', JSON.stringify({ Version: '2012-10-17', Statement }));
    const place = {
      endpoint: `https://127.0.0.1:${port}`,
      bucket: 'kits',
      region: 'us-east-1',
      prefix: 'demo',
    };
    return { place, authority: authority.pem, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the app never asks for: to make a bucket, or to say who may read it. */
async function put(options: { port: number; path: string; body: string; ca: string }): Promise<void> {
  const { port, path, body, ca } = options;
  const call = {
    ...{ service: 's3', region: 'us-east-1' },
    method: 'PUT',
    host: `127.0.0.1:${port}`,
    path,
    body,
  };
  const { headers } = aws4.sign(call, { accessKeyId: KEY.user, secretAccessKey: KEY.password });
  const sent = request({ host: '127.0.0.1', port, ca, method: 'PUT', path, headers: { ...headers } });
  sent.end(body);
  const [{ statusCode }] = await once(sent, 'response');
  sent.destroy();
  if (statusCode > 299) throw new Error(`Ceph answers ${statusCode} to PUT ${path}.`);
}
