import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('a script is cut at the semicolons that end statements, and only there', () => {
  const script = `
    -- a comment; with a semicolon
    CREATE TABLE a (x text DEFAULT 'one; ''two''');
    CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN RETURN NEW; END; $$ LANGUAGE plpgsql; SELECT 1 - 2
  `;
  expect(splitStatements(script)).toEqual([
    "CREATE TABLE a (x text DEFAULT 'one; ''two''')",
    'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN RETURN NEW; END; $$ LANGUAGE plpgsql',
    'SELECT 1 - 2',
  ]);
});

test('a script without statements has none', () => {
  expect(splitStatements('-- nothing\n;;\n')).toEqual([]);
});
