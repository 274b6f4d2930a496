import type { SpawnSyncReturns } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { makeAside } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/start-refusal.ts';
import type { Binaries } from './binaries.ts';
import { IDENTITY } from './cluster-folder.ts';
import { giveTo, type RunAs, runToEnd } from './run-as.ts';

/** Owns the cluster; makes backups and nothing else. */
export const SUPERUSER = 'postgres';
/** The database, and the user it belongs to, who is no superuser: it is whom the server connects as. */
export const DATABASE = 'banbo';

/** Texts sort by code point and change case by Unicode's rules, the same on every machine. */
const localeOf = ({ version }: Binaries): string[] =>
  version >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale-provider=libc', '--locale=C.UTF-8'];

const refuseFailure = ({ status, error, stderr }: SpawnSyncReturns<string>, folder: string): void => {
  if (status === 0) return;
  const lines = (error?.message ?? stderr).trim().split('\n');
  const why = lines.filter((line) => /error:|FATAL|PANIC|could not|No space/.test(line)).at(-1) ?? lines.at(-1);
  throw new StartRefusal(`No database can be made in ${folder}: ${why}`);
};

// Nobody but this user and root passes the folder of the socket, and there is no port.
const ACCESS = ['--auth-local=trust', '--auth-host=reject'];

const FIRST_STATEMENTS = `CREATE ROLE ${DATABASE} LOGIN;\nCREATE DATABASE ${DATABASE} OWNER ${DATABASE};\n`;

/** Makes an empty cluster in `folder`, which appears whole or not at all. Throws a `StartRefusal` when it cannot. */
export const makeCluster = (folder: string, binaries: Binaries, runAs: RunAs): Promise<void> =>
  makeAside(folder, async (draft) => {
    giveTo(runAs, draft);
    const how = ['--encoding=UTF8', ...localeOf(binaries), '--data-checksums', ...ACCESS];
    // It is flushed as a whole when it is finished.
    const initdb = ['-D', draft, '-U', SUPERUSER, ...how, '--no-sync', '--no-instructions'];
    refuseFailure(runToEnd(runAs, binaries.initdb, initdb), folder);
    const single = ['--single', '-D', draft, '-c', 'exit_on_error=on', '-c', 'fsync=off', SUPERUSER];
    refuseFailure(runToEnd(runAs, binaries.postgres, single, FIRST_STATEMENTS), folder);
    const identity = join(draft, IDENTITY);
    fs.writeFileSync(identity, `${randomUUID()}\n`, { mode: 0o600 });
    giveTo(runAs, identity);
  });
