import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launch, startInVain } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

let dataDir: string;
let remove: () => void;
beforeEach(() => {
  ({ dataDir, remove } = startedFolder());
});
afterEach(() => remove());

const inOneLine = (text: string) => ({ code: 1, signal: null, output: `${text}\n` });

test.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
  'a database without %s is refused in one line',
  async (part) => {
    rmSync(join(dataDir, 'database', part), { recursive: true });
    expect(await startInVain(dataDir)).toEqual(
      inOneLine(`${dataDir}/database is no whole database, without ${part}: restore a backup, or set another DATA_DIR`),
    );
  },
);

test('a limit of open files that is too low is refused in one line, before anything is touched', async () => {
  const { code, output } = await launch(dataDir, {}, ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh']).end;
  expect({ code, output }).toEqual({
    code: 1,
    output:
      'This program may open 64 files at once and needs 256: raise the limit (ulimit -n 1024, or LimitNOFILE=1024 of a service)\n',
  });
});

test('photos and secrets without their database are refused in one line, and kept', async () => {
  rmSync(join(dataDir, 'database'), { recursive: true });
  expect(await startInVain(dataDir)).toEqual(
    inOneLine(`${dataDir} holds files, secrets but no database: restore a backup, or set another DATA_DIR`),
  );
});

test('pages that are gone are refused in one line', async () => {
  const gone = join(dataDir, 'gone');
  expect(await startInVain(dataDir, { WEB_BUILD: gone })).toEqual(
    inOneLine(`The setting WEB_BUILD is unusable: ${gone} holds no pages; npm start builds them`),
  );
});

test('a log that is gone is refused in one line with PostgreSQL’s own words', async () => {
  rmSync(join(dataDir, 'database/pg_wal'), { recursive: true });
  mkdirSync(join(dataDir, 'database/pg_wal'), { mode: 0o755 });
  const { code, output } = await startInVain(dataDir);
  expect(code).toBe(1);
  expect(output).toMatch(/^The database in \S+\/database does not open: .+\n$/);
});

test('programs that are not PostgreSQL’s are refused before anything is touched', async () => {
  writeFileSync(join(dataDir, 'postgres'), '');
  expect(await startInVain(dataDir, { POSTGRES_BIN: dataDir })).toEqual(
    inOneLine(`The setting POSTGRES_BIN is unusable: initdb and postgres are not both in ${dataDir}`),
  );
});
