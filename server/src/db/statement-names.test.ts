import { expect, test } from 'vitest';
import { statementName } from './statement-names.ts';

test('a statement has one name, another has another', () => {
  const name = statementName('select id from drivers where id = $1');
  expect(name).toBeDefined();
  expect(statementName('select id from drivers where id = $1')).toBe(name);
  expect(statementName('select id from drivers where id = $1 limit 1')).not.toBe(name);
});

test.each([
  'select * from drivers where id = $1',
  'insert into drivers default values returning *',
  'select "drivers".* from drivers where id = $1',
  'begin',
  'INSERT INTO drivers DEFAULT VALUES',
  'CREATE TABLE things (id integer)',
])('%s has no name', (text) => {
  expect(statementName(text)).toBeUndefined();
});

test('what only reads has a name without any value', () => {
  expect(statementName('\n  WITH one AS (SELECT 1) SELECT count(*) FROM one')).toBeDefined();
});

test('so many statements have names that their plans fit into memory', () => {
  const named = Array.from({ length: 1000 }, (_, n) => statementName(`select ${n} where 1 = $1`));
  expect(named.filter((name) => name !== undefined).length).toBeLessThanOrEqual(200);
});
