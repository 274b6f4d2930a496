import type { SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { makeAside, removeDraft } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Binaries } from './binaries.ts';
import { WHOLE } from './cluster-folder.ts';
import { endingWithUs, giveTo, type RunAs, runToEnd, writeAs } from './run-as.ts';

/** Owns the cluster; makes backups and nothing else. */
export const SUPERUSER = 'postgres';
/** The name of the database and of its owner, no superuser, as which the server connects. */
export const DATABASE = 'banbo';

/** The server's own connection through a socket folder, whatever the environment says. */
export const connectionTo = (socketDir: string): pg.PoolConfig => ({
  host: socketDir,
  port: 5432,
  ssl: false,
  user: DATABASE,
  database: DATABASE,
});

/** Texts sort by code point with Unicode's case rules; before 17 by the C library's C.UTF-8. */
const localeOf = ({ version }: Binaries): string[] =>
  version >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale-provider=libc', '--locale=C.UTF-8'];

const refuseFailure = ({ status, error, stderr }: SpawnSyncReturns<string>, folder: string): void => {
  if (status === 0) return;
  const lines = (error?.message ?? stderr).trim().split('\n');
  const why = lines.filter((line) => /error:|FATAL|PANIC|could not|No space/.test(line)).at(-1) ?? lines.at(-1);
  const advice = /could not look up effective user/.test(stderr) ? '. Give this user a name in /etc/passwd' : '';
  throw new StartRefusal(`No database can be made in ${folder}: ${why}${advice}`);
};

// Only this user and root can enter the socket's folder, and there is no port.
const ACCESS = ['--auth-local=trust', '--auth-host=reject'];

const FIRST_STATEMENTS = `CREATE ROLE ${DATABASE} LOGIN;\nCREATE DATABASE ${DATABASE} OWNER ${DATABASE};\n`;

/** Makes an empty cluster in `folder`, whole or not at all. Throws a `StartRefusal` on failure. */
export const makeCluster = (folder: string, binaries: Binaries, runAs: RunAs): Promise<void> => {
  removeDraft(folder);
  return makeAside(folder, async (draft) => {
    giveTo(runAs, draft);
    const how = ['--encoding=UTF8', ...localeOf(binaries), '--data-checksums', ...ACCESS];
    // The finished cluster is flushed as a whole, and a failed draft is removed, by us.
    const less = ['--no-sync', '--no-clean', '--no-instructions'];
    const initdb = [binaries.initdb, '-D', draft, '-U', SUPERUSER, ...how, ...less];
    // An initdb that outlived a killed server would go on in the draft of the next start.
    const [program = '', ...args] = endingWithUs(runAs, 'KILL', initdb);
    refuseFailure(runToEnd(runAs, program, args), folder);
    const single = ['--single', '-D', draft, '-c', 'exit_on_error=on', '-c', 'fsync=off', SUPERUSER];
    refuseFailure(runToEnd(runAs, binaries.postgres, single, FIRST_STATEMENTS), folder);
    refuseFailure(writeAs(runAs, join(draft, WHOLE), 'This database is whole.\n'), folder);
  });
};
