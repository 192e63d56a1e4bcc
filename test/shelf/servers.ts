/** Real WebDAV servers of Debian, each with TLS, a user and a password, in a folder of the test; ceph.ts has one for S3. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { freePort } from '../free-port.ts';
import { patient } from '../patience.ts';
import { installPackages } from '../runtime/packages.ts';

export const LOGIN = { user: 'desk', password: 'kits for KLM701' };

const programs = { apache: '/usr/sbin/apache2', nginx: '/usr/sbin/nginx', htpasswd: '/usr/bin/htpasswd' };
const DAV_EXT = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so';

/** What a server is made of, with Debian's packages. */
const parts = {
  apache: [[programs.apache, 'apache2-bin']],
  nginx: [
    [programs.nginx, 'nginx-light'],
    [DAV_EXT, 'libnginx-mod-http-dav-ext'],
  ],
} as const;

/** Whether a server is here; installs it where that may be done without a question. */
export function haveServer(kind: 'apache' | 'nginx'): boolean {
  const all = [...parts[kind], [programs.htpasswd, 'apache2-utils']] as const;
  const isThere = () => all.every(([path]) => existsSync(path));
  if (isThere()) return true;
  installPackages(all.map(([, debian]) => debian));
  return isThere();
}

/** A server that runs. */
export interface DavServer {
  /** Of the shelf's collection, with a slash at its end. */
  url: string;
  /** PEM of its authority. */
  authority: string;
  /** Where its files are. */
  files: string;
  stop(): Promise<void>;
}

const configurations = {
  apache: (place: Place) => `
ServerRoot "${place.folder}"
ServerName 127.0.0.1
PidFile "${place.folder}/pid"
ErrorLog "${place.folder}/error.log"
Listen 127.0.0.1:${place.port}
${[
  'mpm_event',
  'authn_core',
  'authn_file',
  'authz_core',
  'authz_user',
  'auth_basic',
  'dav',
  'dav_fs',
  'socache_shmcb',
  'ssl',
]
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
${place.user}
DocumentRoot "${place.files}"
DavLockDB "${place.folder}/locks"
SSLEngine on
SSLCertificateFile "${place.folder}/server.pem"
SSLCertificateKeyFile "${place.folder}/server.key"
<Directory "${place.files}">
  Dav On
  AuthType Basic
  AuthName shelf
  AuthUserFile "${place.folder}/users"
  Require valid-user
</Directory>
`,
  nginx: (place: Place) => `
load_module ${DAV_EXT};
${place.user}
pid ${place.folder}/pid;
error_log ${place.folder}/error.log;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path ${place.folder}/body;
  proxy_temp_path ${place.folder}/p; fastcgi_temp_path ${place.folder}/f; uwsgi_temp_path ${place.folder}/u; scgi_temp_path ${place.folder}/s;
  server {
    listen 127.0.0.1:${place.port} ssl;
    ssl_certificate ${place.folder}/server.pem;
    ssl_certificate_key ${place.folder}/server.key;
    root ${place.files};
    client_max_body_size 1g;
    location / {
      dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS;
      auth_basic shelf;
      auth_basic_user_file ${place.folder}/users;
    }
  }
}
`,
} as const;

interface Place {
  folder: string;
  files: string;
  port: number;
  /** Whose rights the workers have. */
  user: string;
}

/** Starts a server in a folder that it may fill. Rejects with its log where it does not come up. */
export async function startDavServer(kind: keyof typeof configurations, folder: string): Promise<DavServer> {
  const files = join(folder, 'files');
  mkdirSync(join(files, 'shelf'), { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { apache: 'User www-data\nGroup www-data', nginx: 'user www-data;' }[kind] : '';
  const place: Place = { folder, files, port: await freePort(), user };
  const authority = await createAuthority('Shelf authority', 'Demo Air');
  const { cert, key } = await issueServer(authority, 'shelf.example');
  writeFileSync(join(folder, 'server.pem'), cert);
  writeFileSync(join(folder, 'server.key'), key, { mode: 0o600 });
  execFileSync(programs.htpasswd, ['-cbB', join(folder, 'users'), LOGIN.user, LOGIN.password], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'configuration'), configurations[kind](place));
  if (isRoot) {
    execFileSync('chown', ['-R', 'www-data', folder]);
    execFileSync('chmod', ['-R', 'a+rX', folder]);
  }
  const args = {
    apache: ['-X', '-f', join(folder, 'configuration')],
    nginx: ['-p', folder, '-c', join(folder, 'configuration'), '-g', 'daemon off;'],
  }[kind];
  const child = spawn(programs[kind], args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (piece: Buffer) => {
    log += piece.toString('utf8');
  });
  await listening(place.port, child, () => log);
  return {
    url: `https://127.0.0.1:${place.port}/shelf/`,
    authority: authority.pem,
    files: join(files, 'shelf'),
    async stop() {
      const gone = once(child, 'exit');
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Waits until a program listens. Rejects with its log where it ends. */
export async function listening(port: number, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + patient(20_000);
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The server does not run:\n${log()}`);
    const socket = createConnection({ port, host: '127.0.0.1' });
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
    await pause(50);
  }
}
