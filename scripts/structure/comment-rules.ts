import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Comment, commentsIn } from './comments.ts';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const NAMES_ITS_SUBJECT = 'A comment names its subject: it does not open with What, Who, Whoever or Whatever.';
export const STANDS_ALONE =
  'A comment refers only to documents of this repository: it states its rule or names a page of docs.';

const FOLDERS = ['contract', 'server', 'web', 'e2e', 'scripts', 'bench'];
const SOURCE = /\.(ts|tsx|js|css|sql)$/;
/** Migrations up to this number were committed before these rules, and never change. */
const LAST_EXEMPT_MIGRATION = '0020';

const OPENING = /^(?:@\w+ (?:\{.*\} )?)?(?:What|Who|Whoever|Whatever)\b/;
const FOREIGN = /\b(?:DESIGN|SPEC|FACTS)\b/;
const PAGE = /\bdocs\/[\w./-]*\w(?:, rules? (\d+))?/g;

const isExempt = (path: string): boolean =>
  path.startsWith('server/migrations/') && basename(path).slice(0, 4) <= LAST_EXEMPT_MIGRATION;

/** True when the page is there and, where a rule of it is named, has a rule of that number. */
const isThere = (root: string, reference: string, rule: string | undefined): boolean => {
  const page = join(root, reference.split(',')[0] ?? '');
  if (!existsSync(page)) return false;
  return rule === undefined || new RegExp(`^${rule}\\. `, 'm').test(readFileSync(page, 'utf8'));
};

const brokenBy = (root: string, { text }: Comment): { rule: string; detail: string }[] => [
  ...(OPENING.test(text) ? [{ rule: NAMES_ITS_SUBJECT, detail: text.slice(0, 40) }] : []),
  ...(text.match(FOREIGN) ?? []).map((detail) => ({ rule: STANDS_ALONE, detail })),
  ...[...text.matchAll(PAGE)]
    .filter(([reference, rule]) => !isThere(root, reference, rule))
    .map(([detail]) => ({ rule: STANDS_ALONE, detail })),
];

/** Comments that open with a question word, or name a document or rule that the project lacks. */
export const commentOffences = (root: string): Offence[] =>
  FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => pathsBelow(root, folder))
    .filter((path) => SOURCE.test(path) && !isExempt(path))
    .flatMap((path) =>
      commentsIn(path, readFileSync(join(root, path), 'utf8')).flatMap((comment) =>
        brokenBy(root, comment).map((broken) => ({ at: `${path}:${comment.line}`, ...broken })),
      ),
    );
