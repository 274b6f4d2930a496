import { COUNTED_AHEAD, defineList, textFilter } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { listSource } from './list-source.ts';
import type { ListSql } from './list-sql.ts';

type Person = { id: number; name: string };
type Asked = { page: number; size: number; sort: 'id' | '-id'; name?: string | undefined; team?: string | undefined };

const people = defineList({
  name: 'people',
  url: '/people',
  access: 'drivers.read',
  summary: 'People',
  tags: ['drivers'],
  row: z.object({ id: z.number(), name: z.string() }),
  filters: { name: textFilter('Name', 20), team: textFilter('Team', 20) },
  sorts: ['id', '-id'],
  columns: [],
});

const peopleSql: ListSql<Asked, Person, string> = {
  rows: (db) =>
    db
      .selectFrom(
        sql<
          Person & { team: string }
        >`(VALUES (1, 'Ama', 'north'), (2, 'Esi', 'north'), (3, 'Ama', 'south'))`.as<'people'>(
          sql`people (id, name, team)`,
        ),
      )
      .select(['id', 'name']),
  filters: { name: (name) => sql`name = ${name}`, team: (team) => sql`team = ${team}` },
  scope: (team) => sql`team = ${team}`,
  sorts: { id: ['id'] },
};

/** A roll-up that has counted each team's people, by name as well. */
const rolledUp: ListSql<Asked, Person, string> = {
  ...peopleSql,
  rollUp: { knows: ['name'], page: async (_db, _query, team) => ({ rows: [{ id: 9, name: team }], count: 1 }) },
};

const FIRST = { page: 1, size: 20, sort: 'id' } as const;
const present = (rows: Person[]): Person[] => rows;

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('a list without a reach counts all that its caller may see', async () => {
  const { rows, count } = await listSource(people, peopleSql, present).page(it.db, FIRST, 'north');
  expect({ names: rows.map(({ name }) => name), count }).toEqual({ names: ['Ama', 'Esi'], count: 2 });
});

test('a list counts as far as it reaches', async () => {
  const { rows, ...totals } = await listSource({ ...people, reach: 1 }, peopleSql, present).page(it.db, FIRST, 'north');
  expect(rows.map(({ name }) => name)).toEqual(['Ama']);
  expect(totals).toEqual({ count: 1, isCut: true });
});

test('a page is counted some way beyond its end, and says whether there is more', async () => {
  const many: ListSql<Asked, Person> = {
    rows: (db) =>
      db
        .selectFrom(sql<Person>`(SELECT id, 'Ama' AS name FROM generate_series(1, 1100) AS id)`.as<'many'>(sql`many`))
        .select(['id', 'name']),
    filters: { name: () => null, team: () => null },
    sorts: { id: ['id'] },
  };
  const source = listSource({ ...people, reach: 5_000 }, many, present);
  const totalsOf = async (page: number, size: number) => {
    const { count, isCut } = await source.page(it.db, { page, size, sort: 'id' }, undefined);
    return { count, isCut };
  };
  expect(await totalsOf(1, 20)).toEqual({ count: 20 + COUNTED_AHEAD, isCut: true });
  expect(await totalsOf(5, 20)).toEqual({ count: 1100, isCut: false });
  expect(await totalsOf(55, 20)).toEqual({ count: 1100, isCut: false });
});

test('a roll-up is asked for the caller’s scope', async () => {
  const { rows } = await listSource(people, rolledUp, present).page(it.db, { ...FIRST, name: 'Ama' }, 'south');
  expect(rows).toEqual([{ id: 9, name: 'south' }]);
});

test('a filter that the roll-up does not know is counted in the rows', async () => {
  const asked = { ...FIRST, name: 'Ama', team: 'south' };
  expect(await listSource(people, rolledUp, present).page(it.db, asked, 'south')).toEqual({
    rows: [{ id: 3, name: 'Ama' }],
    count: 1,
  });
  expect((await listSource(people, rolledUp, present).page(it.db, asked, 'north')).count).toBe(0);
});
