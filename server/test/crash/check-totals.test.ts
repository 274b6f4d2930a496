import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/connection/open.ts';
import { nextRegistration } from '../builders/registrations.ts';
import { postForm } from './calls.ts';
import { endServers } from './end-servers.ts';
import { runProduct, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

test('the check names the first difference and fails; a rebuild mends it, also while the server runs', async () => {
  const { dataDir, remove } = startedFolder();
  onTestFinished(remove);
  const right = { code: 0, output: 'Every total is the sum of its rows.\n' };
  expect(await runProduct('totals:check', dataDir)).toEqual(right);
  const server = await startServer(dataDir);
  onTestFinished(() => endServers([server], dataDir));
  await postForm(server.address, nextRegistration());
  expect(await runProduct('totals:check', dataDir)).toEqual(right);
  server.kill('SIGTERM');
  await server.end;
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  // As one restored from an older copy would be, beside newer rows.
  await db.deleteFrom('totals').execute();
  await db.deleteFrom('total_deltas').execute();
  await close();
  const again = await startServer(dataDir);
  onTestFinished(() => endServers([again], dataDir));
  expect(await runProduct('totals:check', dataDir)).toEqual({
    code: 1,
    output:
      'drivers, all keys, in all: counted 1, kept 0.\n5 more differ. npm run totals:check -- --rebuild mends them.\n',
  });
  expect(await runProduct('totals:check', dataDir, ['--rebuild'])).toEqual({
    code: 0,
    output: '6 totals were mended.\n',
  });
  expect(await runProduct('totals:check', dataDir)).toEqual(right);
  const misspelt = await runProduct('totals:check', dataDir, ['--rebuilt']);
  expect(misspelt).toMatchObject({ code: 1, output: expect.stringContaining('npm run totals:check -- --rebuild') });
});
