import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from './read-tree.ts';
import { textOrdersIn } from './text-order.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPOSITORY = 'server/src/domains/messages/contact/contact.repo.ts';

test.each([
  ['SELECT id::text FROM rows ORDER BY id', [`${REPOSITORY}:2`]],
  ['SELECT rows.id::text, name FROM rows ORDER BY name, id DESC', [`${REPOSITORY}:2`]],
  ['SELECT id::text FROM rows ORDER BY id FOR UPDATE', [`${REPOSITORY}:2`]],
  ['SELECT id::text FROM rows ORDER BY rows.id', []],
  ['SELECT id::text AS number FROM rows ORDER BY id', []],
  ['SELECT id::text FROM (SELECT id FROM rows ORDER BY id LIMIT 1) AS first', []],
  ['SELECT id FROM rows ORDER BY id', []],
])('%s orders by text: %j', (statement, found) => {
  expect(textOrdersIn(REPOSITORY, `sql\n  \`${statement}\``)).toEqual(found);
});

// `#` stands for the dollar of an interpolation.
test.each([
  [
    'columns with a name',
    ['const COLUMNS = sql`id::text, name`;', 'sql`SELECT #{COLUMNS} FROM rows ORDER BY id`'],
    [2],
  ],
  [
    'a column of the table',
    ['const COLUMNS = sql<Row>`name, id::text`;', 'sql`SELECT #{COLUMNS} FROM rows ORDER BY rows.id`'],
    [],
  ],
  [
    'columns of columns',
    ['const ID = sql`id::text`;', 'const BOTH = sql`#{ID}, name`;', 'sql`SELECT #{BOTH} FROM rows ORDER BY id`'],
    [3],
  ],
  [
    'what a function answers',
    ['const joined = (at) => sql`SELECT id::text FROM rows`;', 'sql`#{joined(at)} ORDER BY id`'],
    [2],
  ],
  [
    'a relation in brackets',
    ['const ROWS = sql`SELECT id::text FROM rows`;', 'sql`SELECT FROM (#{ROWS}) AS all ORDER BY id`'],
    [],
  ],
  ['columns within', ['sql`SELECT #{sql`id::text`} FROM rows ORDER BY name #{direction}, id #{direction}`'], [1]],
  ['a constant that names itself', ['const LOOP = sql`#{LOOP}`;', 'sql`SELECT #{LOOP} FROM rows ORDER BY id`'], []],
])('reads %s', (_, source, lines) => {
  const text = source.join('\n').replaceAll('#{', '${');
  expect(textOrdersIn(REPOSITORY, text)).toEqual(lines.map((line) => `${REPOSITORY}:${line}`));
});

test('no statement of the product orders by a number that it gives as text', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => textOrdersIn(path, text))).toEqual([]);
});
