import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type Cluster = {
  /** Folder of its Unix socket; it listens nowhere else. */
  socketDir: string;
  stop: () => Promise<void>;
};

type Person = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so then it runs as whoever is there for such things. */
const person = (): Person | null => {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
};

// Nothing here outlives the run, so nothing has to reach the disk.
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'log_min_messages=fatal',
];

// The pipe ends with whoever started this, however that ends: Ctrl-C, a crash or `kill -9`.
const SCRIPT = `
folder=$1; shift
"$@" & server=$!
cat >/dev/null
kill -INT $server
wait $server
rm -rf "$folder"
`;

/** The address of a database of the cluster. */
export const databaseUrl = (socketDir: string, database: string): string =>
  `postgresql://localhost/${database}?host=${encodeURIComponent(socketDir)}&user=banbo`;

const untilItAnswers = async (socketDir: string, exited: Promise<string>): Promise<void> => {
  const tryOnce = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: databaseUrl(socketDir, 'postgres') });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  let output: string | null = null;
  exited.then((text) => {
    output = text;
  });
  while (!(await tryOnce())) {
    if (output !== null) throw new Error(`PostgreSQL did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/**
 * A PostgreSQL of this run's own in a temporary folder, from the binaries in `bin`. It ends with this process. It is not
 * durable unless other `settings` are given.
 */
export const startCluster = async (bin: string, settings: readonly string[] = SETTINGS): Promise<Cluster> => {
  const socketDir = mkdtempSync(join(tmpdir(), 'banbo-postgres-'));
  const runAs = person();
  if (runAs) chownSync(socketDir, runAs.uid, runAs.gid);
  const data = join(socketDir, 'data');
  const options = { cwd: socketDir, ...runAs };
  const initdb = ['-D', data, '-U', 'banbo', '--auth=trust', '--no-locale', '--encoding=UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' });
  const server = [join(bin, 'postgres'), '-D', data, '-k', socketDir, ...settings.flatMap((one) => ['-c', one])];
  const child = spawn('sh', ['-c', SCRIPT, 'sh', socketDir, ...server], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  const exited = new Promise<string>((resolve) => child.on('exit', () => resolve(output)));
  await untilItAnswers(socketDir, exited);
  return {
    socketDir,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
};
