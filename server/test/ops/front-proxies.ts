import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { OPS, programAt } from './programs.ts';

/** A program of `ops` that ends TLS in front of a server. */
export type Front = {
  /** The certificate that its callers must trust. */
  ca: string;
  output: () => string;
  end: () => Promise<void>;
};

export type FrontPlace = { port: number; upstream: string; folder: string };

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Waits until the program has its certificate and listens; throws with its output if it ends. */
const untilReady = async (
  child: ChildProcess,
  { port }: FrontPlace,
  certificate: string,
): Promise<Omit<Front, 'ca'>> => {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (!existsSync(certificate) || !(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    output: () => text,
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

const STDIO: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'] };

/** Caddy with our file, which takes the name, the server and the log from the environment. */
export const startCaddy = async (place: FrontPlace): Promise<Front> => {
  const { port, upstream, folder } = place;
  const config = join(folder, 'Caddyfile');
  // Without an interface of its own, a second port, and a certificate in the system's store.
  const own = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  writeFileSync(config, own + readFileSync(join(OPS, 'caddy/Caddyfile'), 'utf8'));
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    ...{ BANBO_SITE: `localhost:${port}`, BANBO_UPSTREAM: new URL(upstream).host },
    BANBO_ACCESS_LOG: join(folder, 'access.log'),
  };
  const child = spawn(programAt('caddy'), ['run', '--config', config, '--adapter', 'caddyfile'], { env, ...STDIO });
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt');
  const ready = await untilReady(child, place, certificate);
  return { ...ready, ca: readFileSync(certificate, 'utf8') };
};

const selfSigned = (folder: string): { certificate: string; key: string } => {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  const { status, stderr } = spawnSync(programAt('openssl'), made, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { certificate, key };
};

/** Nginx with our file for another name, port, server and certificate. */
export const startNginx = async (place: FrontPlace): Promise<Front> => {
  const { port, upstream, folder } = place;
  const { certificate, key } = selfSigned(folder);
  const redirects = await freePort();
  const site = readFileSync(join(OPS, 'nginx/banbo.conf'), 'utf8')
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirects};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll(/server_name .*;/g, 'server_name localhost;')
    .replace('127.0.0.1:3000', new URL(upstream).host)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/log/nginx/banbo.log', join(folder, 'access.log'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name));
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const asRoot = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `daemon off; ${asRoot} pid ${join(folder, 'pid')}; error_log stderr; events {} http { ${temporary.join(' ')}\n${site}\n}\n`;
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, main);
  const child = spawn(programAt('nginx'), ['-e', 'stderr', '-c', config], STDIO);
  return { ...(await untilReady(child, place, certificate)), ca: readFileSync(certificate, 'utf8') };
};

/** HAProxy with our file, by the line for TLS that it has as a comment. */
export const startHaproxy = async (place: FrontPlace): Promise<Front> => {
  const { port, upstream, folder } = place;
  const { certificate, key } = selfSigned(folder);
  const both = join(folder, 'banbo.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const config = join(folder, 'servers.cfg');
  const file = readFileSync(join(OPS, 'haproxy/servers.cfg'), 'utf8');
  const [, secure = ''] = /# For the internet: (bind .*)$/m.exec(file) ?? [];
  const bind = secure.replace(':443', `127.0.0.1:${port}`).replace('/etc/haproxy/banbo.pem', both);
  writeFileSync(config, file.replace(/bind "\S+BIND\S+"/, bind));
  const { host } = new URL(upstream);
  const env = { PATH: process.env.PATH, ONE: host, OTHER: host };
  const child = spawn(programAt('haproxy'), ['-db', '-f', config], { env, ...STDIO });
  return { ...(await untilReady(child, place, certificate)), ca: readFileSync(certificate, 'utf8') };
};
