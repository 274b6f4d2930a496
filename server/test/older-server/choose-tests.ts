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

/**
 * The API tests of an older tree that try a newer schema: those that walk all endpoints and lists,
 * and those beside a repository that names one of the tables, or all where `isWhole`.
 */
export const chooseTests = (server: string, tables: readonly string[], isWhole: boolean): string[] => {
  const read = (file: string) => readFileSync(join(server, file), 'utf8');
  const files = (pattern: string) =>
    globSync(pattern, { cwd: server }).filter((file) => {
      const text = read(file);
      return /\/harness\.ts'/.test(text) && !ABOUT_THE_SCHEMA.test(text);
    });
  const ofFolder = new Map<string, boolean>();
  const namesOne = (folder: string): boolean => {
    const known = ofFolder.get(folder);
    if (known !== undefined) return known;
    const found = globSync(`${folder}/*.repo.ts`, { cwd: server }).some((file) => {
      const named = words(read(file));
      return tables.some((table) => named.has(table));
    });
    ofFolder.set(folder, found);
    return found;
  };
  return [...files(WALKS), ...files(DOMAINS).filter((file) => isWhole || namesOne(dirname(file)))];
};
