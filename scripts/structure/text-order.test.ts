import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from './read-tree.ts';
import { textOrdersIn } from './text-order.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPOSITORY = 'server/src/domains/messages/contact/contact.repo.ts';

test.each([
  ['SELECT id::text FROM rows ORDER BY id', [`${REPOSITORY}:2`]],
  ['SELECT rows.id::text, name FROM rows ORDER BY name, id DESC', [`${REPOSITORY}:2`]],
  ['SELECT id::text FROM rows ORDER BY rows.id', []],
  ['SELECT id::text AS number FROM rows ORDER BY id', []],
  ['SELECT id::text FROM (SELECT id FROM rows ORDER BY id LIMIT 1) AS first', []],
  ['SELECT id FROM rows ORDER BY id', []],
])('%s orders by text: %j', (statement, found) => {
  expect(textOrdersIn(REPOSITORY, `sql\n  \`${statement}\``)).toEqual(found);
});

test('no statement of the product orders by a number that it gives as text', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => textOrdersIn(path, text))).toEqual([]);
});
