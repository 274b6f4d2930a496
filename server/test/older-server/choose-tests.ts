import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tests about the schema itself, or that put it back to an earlier one: they serve nobody. */
const ABOUT_THE_SCHEMA = /\bMIGRATIONS\b|\/schema\/|copy-database|backup\//;
/** Calls of every endpoint and list, which each schema is tried by. */
const WALKS = 'test/walk/**/*.test.ts';
const DOMAINS = 'src/domains/**/*.test.ts';

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g));

/** The tables of an older tree that newer migrations name. */
export const tablesNamed = (schema: string, migrations: readonly string[]): string[] => {
  const named = words(migrations.join('\n').replace(/--.*/g, ''));
  return [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)]
    .map(([, table = '']) => table)
    .filter((table) => named.has(table));
};

/** Kysely's and SQL's words before the table whose rows a statement writes. */
const WRITES = String.raw`\b(?:insertInto|updateTable|deleteFrom|mergeInto|insert\s+into|update|delete\s+from|merge\s+into)[\s('"]+`;

/**
 * The API tests of an older tree that try a newer schema: those that walk all endpoints and lists,
 * which run what reads, and those beside a repository that writes to one of the tables, whose rows
 * must suit the schema; or all where `isWhole`.
 */
export const chooseTests = (server: string, tables: readonly string[], isWhole: boolean): string[] => {
  const read = (file: string) => readFileSync(join(server, file), 'utf8');
  const files = (pattern: string) =>
    globSync(pattern, { cwd: server }).filter((file) => {
      const text = read(file);
      return /\/harness\.ts'/.test(text) && !ABOUT_THE_SCHEMA.test(text);
    });
  const ofFolder = new Map<string, boolean>();
  // A statement whose table is given to it may write to any that its file names.
  const writing = tables.map((table) => new RegExp(`\\b${table}\\b[^]*${WRITES}\\$\\{|${WRITES}${table}\\b`, 'i'));
  const writesOne = (folder: string): boolean => {
    const known = ofFolder.get(folder);
    if (known !== undefined) return known;
    const found = globSync(`${folder}/*.repo.ts`, { cwd: server }).some((file) => {
      const text = read(file);
      return writing.some((pattern) => pattern.test(text));
    });
    ofFolder.set(folder, found);
    return found;
  };
  return [...files(WALKS), ...files(DOMAINS).filter((file) => isWhole || writesOne(dirname(file)))];
};
