import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { presentCallId, withCallId } from '#lib/call-id.ts';
import { freshDatabase } from '../../../test/database/fresh-database.ts';
import '../../../test/harness.ts';
import { type StatementWatch, slowStatements } from './watch-statements.ts';

test('a slow statement is named by its text, without the values, and by the call that waited', async () => {
  const lines: Record<string, unknown>[] = [];
  const slow = slowStatements(50);
  const heard: string[] = [];
  const watch: StatementWatch = (statement) => {
    heard.push(statement.text);
    slow.hear(statement);
  };
  const it = await freshDatabase({ socketDir: inject('socketDir') }, { watch });
  const wait = (seconds: number, name: string) =>
    sql`SELECT   ${name}::text AS name,
      pg_sleep(${seconds})`.execute(it.db);
  await wait(0.1, 'before there is a log');
  slow.logTo({ warn: (what, text) => lines.push({ ...what, text, id: presentCallId() }) });
  await withCallId('call-1', () => wait(0.1, 'Ama Mensah'));
  await wait(0, 'Ama Mensah');
  await expect(sql`SELECT ${1}::integer / length(pg_sleep(0.1)::text)`.execute(it.db)).rejects.toThrow();
  // A busy machine may make others slow too.
  expect(lines.filter((line) => String(line.statement).includes('pg_sleep('))).toEqual([
    {
      statement: 'SELECT $1::text AS name, pg_sleep($2)',
      ms: expect.any(Number),
      failed: false,
      text: 'a statement was slow',
      id: 'call-1',
    },
    {
      statement: 'SELECT $1::integer / length(pg_sleep(0.1)::text)',
      ms: expect.any(Number),
      failed: true,
      text: 'a statement was slow',
      id: undefined,
    },
  ]);
  expect(heard.length).toBeGreaterThanOrEqual(4);
  expect(JSON.stringify(lines)).not.toContain('Mensah');
  await it.close();
});
