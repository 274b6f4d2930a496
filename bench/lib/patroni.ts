import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** The examples that an operator begins with: the drill changes addresses and places alone. */
const OPS = join(import.meta.dirname, '../../ops');
const NAMES = ['one', 'two', 'three'] as const;
type Name = (typeof NAMES)[number];

/** Loopback ports, from one that the caller chooses on. */
type Ports = { etcd: number; etcdPeers: number; primary: number; standbys: number; pooler: number };

const portsFrom = (first: number): Ports => ({
  etcd: first,
  etcdPeers: first + 1,
  primary: first + 2,
  standbys: first + 3,
  pooler: first + 4,
});
const postgresPort = (first: number, name: Name): number => first + 10 + NAMES.indexOf(name);
const patroniPort = (first: number, name: Name): number => first + 20 + NAMES.indexOf(name);

/** A member as Patroni's own list has it. */
type Member = { name: string; role: string; state: string; lag?: number | 'unknown' };

const idOf = (flag: string, user: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** PostgreSQL refuses root, so that root gives its programs to Debian's user. */
const programUser = (): { uid: number; gid: number } | null =>
  process.getuid?.() === 0 ? { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') } : null;

/** Three PostgreSQL with Patroni, an etcd and an HAProxy, on loopback ports in one folder. */
export const startPatroni = async (folder: string, first: number) => {
  const ports = portsFrom(first);
  const user = programUser();
  chmodSync(folder, 0o711);
  const running = new Map<string, ChildProcess>();

  const folderOf = (name: string): string => {
    const made = join(folder, name);
    mkdirSync(made, { recursive: true });
    if (user) chownSync(made, user.uid, user.gid);
    return made;
  };
  const launch = (name: string, program: string, args: readonly string[]): void => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: folder };
    // Ends with the drill, however that ends.
    const ending = ['--pdeathsig', 'KILL', program, ...args];
    const child = spawn('setpriv', ending, { ...(user ?? {}), env, cwd: '/', stdio: ['ignore', log, log] });
    closeSync(log);
    running.set(name, child);
  };

  /** An example with the addresses of this machine in the place of those of three. */
  const exampleOf = (path: string, also: (text: string) => string = (text) => text): string => {
    let text = readFileSync(join(OPS, path), 'utf8').replaceAll(/10\.0\.0\.11:2379[^\n]*/g, `127.0.0.1:${ports.etcd}`);
    for (const [at, name] of NAMES.entries()) {
      text = text
        .replaceAll(
          `10.0.0.1${at + 1}:5432 check port 8008`,
          `127.0.0.1:${postgresPort(first, name)} check port ${patroniPort(first, name)}`,
        )
        .replaceAll(`10.0.0.1${at + 1}:5432`, `127.0.0.1:${postgresPort(first, name)}`);
    }
    return also(text.replaceAll('10.0.0.0/24', '127.0.0.1/32'));
  };
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  const startMember = (name: Name): void => {
    const own = folderOf(name);
    const text = exampleOf('patroni/patroni.yml', (example) =>
      example
        .replace('name: one', `name: ${name}`)
        .replaceAll('10.0.0.11:8008', `127.0.0.1:${patroniPort(first, name)}`)
        .replaceAll(`127.0.0.1:${postgresPort(first, 'one')}`, `127.0.0.1:${postgresPort(first, name)}`)
        .replace('/var/lib/postgresql/15/banbo', join(own, 'data'))
        .replace('/var/lib/postgresql/.pgpass-banbo', join(own, 'pgpass'))
        .replace('bin_dir:', `parameters: { unix_socket_directories: '${own}' }\n  bin_dir:`)
        .replace('- local all all peer', '- local all all trust'),
    );
    launch(name, 'patroni', [write(`${name}.yml`, text)]);
  };

  const members = async (): Promise<Member[]> => {
    for (const name of NAMES) {
      const answer = await fetch(`http://127.0.0.1:${patroniPort(first, name)}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const leader = async (): Promise<Name | null> =>
    ((await members()).find(({ role }) => role === 'leader')?.name as Name | undefined) ?? null;
  /** True once one leads, another is synchronous, and the third follows too. */
  const isWhole = async (): Promise<boolean> => {
    const all = await members();
    const stands = (role: string): number =>
      all.filter((one) => one.role === role && ['running', 'streaming'].includes(one.state)).length;
    return stands('leader') === 1 && stands('sync_standby') === 1 && stands('replica') === 1;
  };

  const connection = (name: Name, role: string): pg.ClientConfig => ({
    host: '127.0.0.1',
    ...{ port: postgresPort(first, name), user: role, password: 'CHANGE-ME', database: 'postgres' },
  });

  launch('etcd', 'etcd', [
    ...['--data-dir', folderOf('etcd-data'), '--log-level', 'error'],
    ...['--listen-client-urls', `http://127.0.0.1:${ports.etcd}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${ports.etcd}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${ports.etcdPeers}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${ports.etcdPeers}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${ports.etcdPeers}`],
  ]);
  for (const name of NAMES) startMember(name);
  const haproxy = exampleOf('haproxy/haproxy.cfg', (example) =>
    example
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${ports.primary}`)
      .replaceAll('127.0.0.1:5001', `127.0.0.1:${ports.standbys}`),
  );
  launch('haproxy', 'haproxy', ['-db', '-f', write('haproxy.cfg', haproxy)]);

  /** Runs a statement as the superuser on the one that leads, and gives its rows. */
  const asSuperuser = async (statement: string): Promise<Record<string, string>[]> => {
    const client = new pg.Client(connection((await leader()) ?? 'one', 'postgres'));
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  };

  return {
    ports,
    leader,
    isWhole,
    members,
    asSuperuser,
    /** Starts a PgBouncer before HAProxy for a user, with the password as PostgreSQL stores it. */
    startPgBouncer: async (role: string): Promise<void> => {
      const [stored] = await asSuperuser(`SELECT rolpassword AS password FROM pg_authid WHERE rolname = '${role}'`);
      const own = folderOf('pgbouncer');
      const users = write('userlist.txt', `"${role}" "${stored?.password ?? ''}"\n`);
      const settings = exampleOf('pgbouncer/pgbouncer.ini', (example) =>
        example
          .replace('port=5432', `port=${ports.primary}`)
          .replace('listen_port = 6432', `listen_port = ${ports.pooler}`)
          .replace('/etc/pgbouncer/userlist.txt', users)
          .replaceAll(/\/var\/(?:run|log)\/postgresql/g, own),
      );
      launch('pgbouncer', '/usr/sbin/pgbouncer', [write('pgbouncer.ini', settings)]);
    },
    /** Kills the PostgreSQL of a member and its Patroni, all at once, as a power cut does. */
    kill: (name: Name): void => {
      const pidFile = join(folder, name, 'data', 'postmaster.pid');
      const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
      const children = existsSync(`/proc/${postmaster}/task/${postmaster}/children`)
        ? readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
        : [];
      running.get(name)?.kill('SIGKILL');
      for (const pid of [postmaster, ...children]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended with its parent.
        }
      }
    },
    startMember,
    stop: async (): Promise<void> => {
      // Patroni before its etcd, or it would wait for that.
      for (const name of [...NAMES, 'pgbouncer', 'haproxy', 'etcd']) {
        const child = running.get(name);
        if (!child || child.exitCode !== null) continue;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await Promise.race([ended, wait(20_000, null, { ref: false })]);
        child.kill('SIGKILL');
      }
    },
  };
};

export type PatroniCluster = Awaited<ReturnType<typeof startPatroni>>;
