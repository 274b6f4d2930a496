import { randomUUID } from 'node:crypto';
import * as contract from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCaller } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
});
afterAll(() => it.close());

const isLookup = (one: unknown): one is contract.AnyLookup => one instanceof Object && 'add' in one && 'remove' in one;

const LOOKUPS = (Object.values(contract) as unknown[]).filter(isLookup);

/** The fields of an entry beside its name, of lists that hold more. */
const beside = ({ row }: contract.AnyLookup): object =>
  'type_code' in row.shape
    ? {
        type_code: randomUUID().slice(0, 8),
        side: 'both',
        period: 'any',
        required_type: null,
        due_from: '2026-01-01',
        by_plan: false,
      }
    : 'value' in row.shape
      ? { value: '0.25', kind: 'coin' }
      : {};

const newName = () => `Entry ${randomUUID().slice(0, 8)}`;

const call = async (
  { method, url }: contract.Endpoint,
  { id = '', payload, as = headers }: { id?: string; payload?: object; as?: Record<string, string> } = {},
) => {
  const response = await it.app.inject({
    method,
    url: `/api${url.replace(':id', id)}`,
    headers: as,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json(), count: Number(response.headers['x-total-count']) };
};

const audited = async (kind: string, id: string) => {
  const { body } = await call(contract.listAudit);
  return body.filter((one: contract.AuditEntry) => one.subject_kind === kind && one.subject_id === id);
};

test('the lists that the product keeps are look-ups', () => {
  expect(LOOKUPS.map(({ words }) => words.many).sort()).toEqual([
    'banks',
    'denominations',
    'identification types',
    'nationalities',
    'paths',
    'payment types',
    'relationships',
    'stops',
    'titles',
    'zones',
  ]);
});

describe.each(LOOKUPS.map((lookup) => [lookup.words.many, lookup] as const))('of the %s', (_, lookup) => {
  const { name, words } = lookup;
  const add = (called: string) => call(lookup.add, { payload: { ...beside(lookup), [name]: called } });
  const change = (id: string, called: string) => call(lookup.change, { id, payload: { [name]: called } });

  test('one that is added stands in the list in uppercase with single spaces, for strangers too', async () => {
    const called = newName();
    const before = await call(lookup.list, { as: {} });
    const { status, body } = await add(`  ${called.replace(' ', '   ')} `);
    expect([status, body.entry[name]]).toEqual([201, called.toUpperCase()]);
    expect(body.message).toBe(`${called.toUpperCase()} was added to the ${words.many}.`);
    const after = await call(lookup.list, { as: {} });
    expect(after.count).toBe(before.count + 1);
    expect(after.body).toContainEqual(body.entry);
    expect((await call(lookup.show, { id: body.entry.id, as: {} })).body).toEqual(body.entry);
    expect(await audited(words.one, body.entry.id)).toMatchObject([
      { action: 'lookups.add', subject: called.toUpperCase(), before: null },
    ]);
  });

  test('a page is cut from the whole list, in one order', async () => {
    await add(newName());
    const whole = await call(lookup.list);
    const query = (page: number) => ({ ...lookup.list, url: `${lookup.list.url}?size=2&page=${page}` });
    const pages = [await call(query(1)), await call(query(2))];
    expect(pages.flatMap(({ body }) => body)).toEqual(whole.body.slice(0, 4));
    expect(pages.map(({ count }) => count)).toEqual([whole.count, whole.count]);
  });

  test('a name that is there already is refused however it is spelled', async () => {
    const called = `${newName()} \u00e9`;
    const { body } = await add(called);
    const spellings = [
      called.toLowerCase(),
      ` ${called}`,
      called.replaceAll(' ', ''),
      called.replace(' ', '\u00a0 '),
      called.normalize('NFD'),
      called.replace('Entry', '\uff25ntry'),
    ];
    for (const same of spellings) {
      const repeat = await add(same);
      expect([repeat.status, repeat.body.code]).toEqual([409, 'conflict']);
      const message = `${called.toUpperCase()} is already in the list.`;
      expect(repeat.body).toMatchObject({ message, issues: [{ path: `body.${name}`, message }] });
    }
    const other = await add(newName());
    expect((await change(other.body.entry.id, called)).body).toMatchObject({
      code: 'conflict',
      message: `${called.toUpperCase()} is already in the list.`,
    });
    expect((await change(body.entry.id, called.toLowerCase())).status).toBe(200);
  });

  test('of ten that add the same at once one is answered that it was added', async () => {
    const called = newName();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(called)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const { body } = await call(lookup.list);
    expect(body.filter((entry: Record<string, unknown>) => entry[name] === called.toUpperCase())).toHaveLength(1);
  });

  test('a change is in the audit log with before and after, and one to the same is none', async () => {
    const [first, second] = [newName(), newName()].map((called) => called.toUpperCase()) as [string, string];
    const { id } = (await add(first)).body.entry;
    expect((await change(id, second)).body).toMatchObject({
      message: 'The changes are saved.',
      entry: { [name]: second },
    });
    expect((await change(id, second.toLowerCase())).status).toBe(200);
    const [entry, ...earlier] = await audited(words.one, id);
    expect(entry).toMatchObject({ action: 'lookups.change', before: { [name]: first }, after: { [name]: second } });
    expect(earlier).toHaveLength(1);
  });

  test('one that nothing uses is deleted, which the audit log says', async () => {
    const called = newName().toUpperCase();
    const { id } = (await add(called)).body.entry;
    expect((await call(lookup.remove, { id })).body).toEqual({ status: true, message: `${called} is deleted.` });
    const [entry] = await audited(words.one, id);
    expect(entry).toMatchObject({ action: 'lookups.delete', subject: called, before: { [name]: called }, after: null });
    for (const endpoint of [lookup.show, lookup.remove]) expect((await call(endpoint, { id })).status).toBe(404);
    expect(await change(id, newName())).toMatchObject({
      status: 404,
      body: { message: `There is no such ${words.one}.` },
    });
  });

  test('a name without a letter or digit, or one that is too long, is refused', async () => {
    for (const called of ['', ' - ', 'x'.repeat(61), 'GHA\u200bNAIAN']) {
      expect(await add(called)).toMatchObject({ status: 400, body: { issues: [{ path: `body.${name}` }] } });
    }
  });

  test('a field that it does not have is refused', async () => {
    const { id } = (await add(newName())).body.entry;
    expect((await call(lookup.change, { id, payload: { [name]: newName(), id: '1' } })).status).toBe(400);
  });
});

test('each foreign key to a list says in words what uses the list', async () => {
  const { rows } = await sql<{ key: string; words: string | null }>`
    SELECT conrelid::regclass || ' to ' || confrelid::regclass AS key, obj_description(oid, 'pg_constraint') AS words
    FROM pg_constraint
    WHERE contype = 'f'
      AND confrelid IN ('nationalities'::regclass, 'identifications'::regclass, 'relationships'::regclass, 'banks'::regclass,
        'titles'::regclass, 'paths'::regclass, 'stops'::regclass, 'payment_types'::regclass, 'denominations'::regclass,
        'zones'::regclass)`.execute(it.db);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ words }) => !/^[a-z ]+, [a-z ]+$/.test(words ?? ''))).toEqual([]);
});
