import { test } from 'vitest';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { expectToWaitForMemory } from '../../../../test/waits-for-memory.ts';
import { readStatement } from './read-statement.ts';

const file = new File([statementCsv([{ date: '18/11/2026', id: '1', amount: '1.00' }])], 'a.csv');

test('a statement is read once other work has given its memory back', () =>
  expectToWaitForMemory(() => readStatement(file)));
