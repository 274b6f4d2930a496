import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundConstantsIn } from './bound-constants.ts';
import { readTree } from './read-tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPOSITORY = 'server/src/domains/messages/contact/contact.repo.ts';

test.each([
  [".where('status', '=', 'new')", [`${REPOSITORY}:2`]],
  [".where('accounts.status', '<>', 'deleted')", [`${REPOSITORY}:2`]],
  [".where('has_transfer', '=', false)", [`${REPOSITORY}:2`]],
  [".where('status', '=', sql.lit('new'))", []],
  [".where('status', '=', status)", []],
])('%s binds its constant: %j', (condition, found) => {
  expect(boundConstantsIn(REPOSITORY, `rows\n  ${condition}`)).toEqual(found);
});

test('no statement of the product binds a constant of its conditions', () => {
  expect([...readTree(ROOT)].flatMap(([path, text]) => boundConstantsIn(path, text))).toEqual([]);
});
