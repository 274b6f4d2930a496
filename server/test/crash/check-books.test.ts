import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import { buildExpense } from '../builders/books.ts';
import { callerOf } from '../builders/desk-work.ts';
import { forgeBooks, tamperWith } from '../forge-books.ts';
import { endServers } from './end-servers.ts';
import { runProduct, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

/** Spends 80.00 on this day; gives the hash of the entry. */
const spendIn = async (dataDir: string, now: Date): Promise<string> => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  const by = await db.transaction().execute((tx) => callerOf(tx, 'superadmin', 'SuperAdmin'));
  await buildExpense({ db, clock: { now } }, by, now.toISOString().slice(0, 10));
  const { hash } = await db.selectFrom('ledger_entries').select('hash').executeTakeFirstOrThrow();
  await close();
  return hash.toString('hex');
};

type Database = Awaited<ReturnType<typeof openDatabase>>['db'];

const changeIn = async (dataDir: string, work: (db: Database) => Promise<void>): Promise<void> => {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  await work(db);
  await close();
};

/** How far it has come, each two seconds of a slow machine. */
const PROGRESS = String.raw`^(?:Looking at .*\n)*`;
const SPEED = String.raw`\d+ postings in \d+\.\d s, [\d,]+ a second\.\n$`;

test('the books are proved with exit code 0, also while the server runs, and bad ones name their first row with 1', async () => {
  const { dataDir, remove } = startedFolder();
  onTestFinished(remove);
  const check = () => runProduct('books:check', dataDir);
  const said = (words: string) => expect.stringMatching(new RegExp(`${PROGRESS}${words}\\n${SPEED}`));
  expect(await check()).toEqual({ code: 0, output: said(String.raw`The books agree\. They have no entry yet\.`) });

  const now = new Date();
  const hash = await spendIn(dataDir, now);
  const right = {
    code: 0,
    output: said(String.raw`The books agree\. Their last entry is 1, with the hash ${hash}\.`),
  };
  const server = await startServer(dataDir);
  onTestFinished(() => endServers([server], dataDir));
  expect(await check()).toEqual(right);
  const day = now.toISOString().slice(0, 10);
  expect(await runProduct('books:verify', dataDir, [hash.slice(0, 12), day])).toEqual({
    code: 0,
    output: expect.stringMatching(/^Yes\. The books still contain .* as it was sent: entry 1 of /),
  });
  server.kill('SIGTERM');
  await server.end;

  await changeIn(dataDir, (db) => tamperWith(db, 'expenses', 'UPDATE expenses SET amount = 8'));
  expect(await check()).toEqual({
    code: 1,
    output: said(
      String.raw`Expense \d+ \(E\d+-0001: Kofi Tyres, Two tyres\) is 1010 -80\.00, 5010 80\.00 in the books, and should be 1010 -8\.00, 5010 8\.00\.`,
    ),
  });
  await changeIn(dataDir, async (db) => {
    await tamperWith(db, 'expenses', 'UPDATE expenses SET amount = 80');
    await forgeBooks(db, `UPDATE ledger_entries SET description = 'Another'`);
  });
  expect(await check()).toEqual({
    code: 1,
    output: said(String.raw`Entry 1 has another hash than the check of .* keeps of it\.`),
  });
  expect(await runProduct('books:verify', dataDir, [hash.slice(0, 12), day])).toEqual({
    code: 1,
    output: expect.stringMatching(/^No\. No entry of the books has a hash that begins with /),
  });
  await changeIn(dataDir, (db) => tamperWith(db, 'ledger_postings', 'UPDATE ledger_postings SET amount = amount / 4'));
  expect(await check()).toEqual({
    code: 1,
    output: said(String.raw`Entry 1 is not what its hash says\. .*: 5010 20\.00, 1010 -20\.00\.(\n.+)+`),
  });
  expect(await runProduct('books:check', dataDir, ['now'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('Say npm run books:check'),
  });
});
