import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Comment, commentsIn } from './comments.ts';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const NAMES_ITS_SUBJECT = 'A comment names its subject: it does not open with What, Who, Whoever or Whatever.';
export const STANDS_ALONE =
  'A comment refers only to what is in this repository: it states its rule, or names a page of docs or a source file.';

const FOLDERS = ['contract', 'server', 'web', 'e2e', 'scripts', 'bench'];
const SOURCE = /\.(ts|tsx|js|css|sql)$/;
/** Migrations up to this number were committed before these rules, and never change. */
const LAST_EXEMPT_MIGRATION = '0020';

const OPENING = /^(?:@\w+ (?:\{.*\} )?)?(?:What|Who|Whoever|Whatever)\b/;
const FOREIGN = /\b(?:DESIGN|SPEC|FACTS)\b/;
/** A source file in backticks by the end of its path. One that begins with a slash is an address. */
const SOURCE_PATH = /`(\w[\w./-]*\.(?:tsx?|js|css|sql))`/g;
const PAGE = /\bdocs\/[\w./-]*\w(?:, rules? (\d+))?/g;

const isExempt = (path: string): boolean =>
  path.startsWith('server/migrations/') && basename(path).slice(0, 4) <= LAST_EXEMPT_MIGRATION;

/** True when the page is there and, where a rule of it is named, has a rule of that number. */
const isThere = (root: string, reference: string, rule: string | undefined): boolean => {
  const page = join(root, reference.split(',')[0] ?? '');
  if (!existsSync(page)) return false;
  return rule === undefined || new RegExp(`^${rule}\\. `, 'm').test(readFileSync(page, 'utf8'));
};

const brokenBy = (root: string, { text }: Comment, known: string): { rule: string; detail: string }[] => [
  ...(OPENING.test(text) ? [{ rule: NAMES_ITS_SUBJECT, detail: text.slice(0, 40) }] : []),
  ...(text.match(FOREIGN) ?? []).map((detail) => ({ rule: STANDS_ALONE, detail })),
  ...[...text.matchAll(PAGE)]
    .filter(([reference, rule]) => !isThere(root, reference, rule))
    .map(([detail]) => ({ rule: STANDS_ALONE, detail })),
  ...[...text.matchAll(SOURCE_PATH)]
    .filter(([, path]) => !known.includes(`/${path}\n`))
    .map(([detail]) => ({ rule: STANDS_ALONE, detail })),
];

/** Comments that open with a question word, or name a page, a rule or a file that is not there. */
export const commentOffences = (root: string): Offence[] => {
  const paths = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    pathsBelow(root, folder),
  );
  const known = paths.map((path) => `/${path}\n`).join('');
  return paths
    .filter((path) => SOURCE.test(path) && !isExempt(path))
    .flatMap((path) =>
      commentsIn(path, readFileSync(join(root, path), 'utf8')).flatMap((comment) =>
        brokenBy(root, comment, known).map((broken) => ({ at: `${path}:${comment.line}`, ...broken })),
      ),
    );
};
