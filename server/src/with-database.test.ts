import { expect, test } from 'vitest';
import { StartRefusal } from '#lib/refusal.ts';
import { forOperator } from './with-database.ts';

const failure = (code: string) =>
  Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code });

test('a program beside a database that can only be read, or is full, says so in one line', () => {
  for (const [code, line] of [
    ['25006', 'The database only lets us read'],
    ['53100', 'The server’s disk is full'],
  ] as const) {
    const told = forOperator(failure(code));
    expect(told).toBeInstanceOf(StartRefusal);
    expect(String(told)).toContain(line);
    expect(String(told)).not.toContain('\n');
  }
});

test('any other error keeps its stack, for whoever mends the program', () => {
  const unforeseen = failure('42P01');
  expect(forOperator(unforeseen)).toBe(unforeseen);
  expect(forOperator('nonsense')).toBe('nonsense');
});
