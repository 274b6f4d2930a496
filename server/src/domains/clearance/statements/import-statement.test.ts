import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { line, type Statements, startStatements } from '../../../../test/statements/harness.ts';

let it: Statements['it'];
let staff: Statements['staff'];
let transfers: Statements['transfers'];
beforeAll(async () => {
  ({ it, staff, transfers } = await startStatements());
});
afterAll(() => it.close());

let before: number;
beforeEach(async () => {
  // Other tests began some imports too.
  await importServer(it).runDue();
  before = (await transfers()).length;
});

/** The money that the present test recorded, in its order. */
const recorded = async () => (await transfers()).slice(before);

test('a statement that overlaps an earlier one changes only what is new', async () => {
  const [first, both, last] = [line(), line(), line()];
  for (const lines of [
    [first, both],
    [both, last],
  ]) {
    const id = await staff.checked(statementCsv(lines));
    await staff.start(id);
    await importServer(it).runDue();
  }
  expect((await recorded()).map((one) => one.transaction_id)).toEqual([first.id, both.id, last.id]);
});

test('an import begins only once it was checked, and only with money on it', async () => {
  const id = (await staff.upload(statementCsv([line({ amount: 'much' })]))).json().statement_id;
  const refusal = async () => {
    const refused = await staff.start(id);
    return [refused.statusCode, refused.json().message];
  };
  expect(await refusal()).toEqual([409, 'Please choose the columns of this statement first.']);
  await staff.map(id);
  expect(await refusal()).toEqual([409, 'No line of this statement says that money came or went.']);
});

test('an import is begun once, however often it is asked for', async () => {
  const jobs = () => it.db.selectFrom('jobs').select('id').where('name', '=', 'import statement').execute();
  const { length: others } = await jobs();
  const id = await staff.checked(statementCsv([line()]));
  const answers = await Promise.all(Array.from({ length: 10 }, () => staff.start(id)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await jobs()).toHaveLength(others + 1);
});

test('a stopped import keeps what it recorded and goes on later', async () => {
  const id = await staff.checked(statementCsv([line(), line()]));
  expect((await staff.call('POST', `/${id}/cancel`)).json().message).toBe('This statement is not being imported.');
  await staff.start(id);
  expect((await staff.call('POST', `/${id}/cancel`)).json().message).toBe('The import was stopped.');
  expect((await staff.show(id)).status).toBe('cancelled');
  await importServer(it).runDue();
  expect(await recorded()).toEqual([]);
  await staff.start(id);
  await importServer(it).runDue();
  expect([(await staff.show(id)).status, await recorded()]).toMatchObject(['imported', [{}, {}]]);
});

test('an import whose clerk is blocked stops, shows so, and another goes on with it', async () => {
  const clerk = await buildCaller(it, 'SuperUser');
  const own = statementsOf(it, clerk.headers);
  const id = await own.checked(statementCsv([line()]));
  await own.start(id);
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', clerk.id).execute();
  await importServer(it).runDue();
  expect(await staff.show(id)).toMatchObject({
    status: 'failed',
    progress: { failure: 'The user who started this was blocked or deleted.' },
  });
  expect(await recorded()).toEqual([]);
  expect((await staff.start(id)).statusCode).toBe(201);
  await importServer(it).runDue();
  expect((await staff.show(id)).status).toBe('imported');
});
