import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const STANDS_ONCE =
  'No six equal lines stand in two places: they become one piece, or are allowed with a reason.';

/** Two files, or one twice, that may have equal lines. */
type Allowed = { files: readonly [string, string]; reason: string };

const ALLOWED: readonly Allowed[] = [];

const LINES = 6;
const FOLDERS = ['contract/src', 'server/src', 'server/seeds', 'web/app', 'web/sw', 'bench', 'scripts'];
const SOURCE = /(?<!\.test|\.d)\.(?:ts|tsx|js|css)$/;
const COMMENT_LINE = /^(?:\/\/|\/\*|\*)/;

/** An import or a re-export, with the lines of its names. */
const IMPORT = /^(?:import|export) (?:[^;=]* from )?'[^']+';/gm;

type Line = { text: string; number: number };

const withoutWords = (text: string): string => text.replace(/[^\n]/g, '');

/** A file's lines without imports, comments and lone brackets; white space does not count. */
const tellingLines = (text: string): Line[] =>
  text
    .replace(IMPORT, withoutWords)
    .split('\n')
    .map((line, index) => ({ text: line.replace(/\s+/g, ' ').trim(), number: index + 1 }))
    .filter((line) => /\w/.test(line.text) && !COMMENT_LINE.test(line.text));

const GENERATED = 'server/src/db/tables.ts';

const isAllowed = (allowed: readonly Allowed[], path: string, other: string): boolean =>
  allowed.some(
    ({ files }) => files.includes(path) && files.includes(other) && (path !== other || files[0] === files[1]),
  );

/**
 * Six equal lines of the product in two places, once for each pair of files. Tests, migrations and
 * row types do not count.
 */
export const repeatOffences = (root: string, allowed: readonly Allowed[] = ALLOWED): Offence[] => {
  const first = new Map<string, { path: string; number: number; index: number }>();
  const offences = new Map<string, Offence>();
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  for (const path of folders
    .flatMap((folder) => pathsBelow(root, folder))
    .filter((one) => SOURCE.test(one) && one !== GENERATED)) {
    const lines = tellingLines(readFileSync(join(root, path), 'utf8'));
    for (const [index, { number }] of lines.slice(0, 1 - LINES).entries()) {
      const run = lines
        .slice(index, index + LINES)
        .map(({ text }) => text)
        .join('\n');
      const other = first.get(run);
      if (!other) first.set(run, { path, number, index });
      // Equal lines below each other are a list, such as the numbers of a drawing.
      else if (!(other.path === path && index < other.index + LINES) && !isAllowed(allowed, path, other.path)) {
        const pair = `${path} ${other.path}`;
        const offence = { at: `${path}:${number}`, rule: STANDS_ONCE, detail: `${other.path}:${other.number}` };
        if (!offences.has(pair)) offences.set(pair, offence);
      }
    }
  }
  return [...offences.values()];
};
