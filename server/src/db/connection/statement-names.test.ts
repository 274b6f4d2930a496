import { expect, test } from 'vitest';
import { PLANNED_EACH_TIME, statementNames } from './prepared-statements.ts';

test('a statement has one name, another has another', () => {
  const { nameOf } = statementNames();
  const name = nameOf('select id from drivers where id = $1');
  expect(name).toBeDefined();
  expect(nameOf('select id from drivers where id = $1')).toBe(name);
  expect(nameOf('select id from drivers where id = $1 limit 1')).not.toBe(name);
});

test.each([
  'select * from drivers where id = $1',
  'insert into drivers default values returning *',
  'select "drivers".* from drivers where id = $1',
  'begin',
  'INSERT INTO drivers DEFAULT VALUES',
  'CREATE TABLE things (id integer)',
  `select ${PLANNED_EACH_TIME} id from drivers where last_name > $1`,
])('%s has no name', (text) => {
  expect(statementNames().nameOf(text)).toBeUndefined();
});

test('what only reads has a name without any value', () => {
  expect(statementNames().nameOf('\n  WITH one AS (SELECT 1) SELECT count(*) FROM one')).toBeDefined();
});

test('of too many names the least recently used are given up, and no name comes twice', () => {
  const { nameOf, takeSurplus } = statementNames();
  const often = nameOf('select often where 1 = $1');
  const once = nameOf('select once where 1 = $1');
  const given = new Set([often, once]);
  const closed = new Set<string>();
  for (let n = 0; n < 1000; n += 1) {
    given.add(nameOf(`select ${n} where 1 = $1`));
    nameOf('select often where 1 = $1');
    for (const name of takeSurplus()) closed.add(name);
    expect(given.size - closed.size).toBeLessThanOrEqual(200);
  }
  expect(given.size).toBe(1002);
  expect(nameOf('select often where 1 = $1')).toBe(often);
  expect(closed).toContain(once);
  expect(given).not.toContain(nameOf('select once where 1 = $1'));
});
