import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const DOC_PATHS = 'A path that the documents name is there.';

const ROOT_DOCS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const FOLDERS = ['contract', 'server', 'web', 'e2e', 'scripts', 'docs', 'bench', 'ops'];

const CODE = /`([^`]+)`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const PLAIN = /^[\w@./-]+$/;
const SOURCE = /\.(ts|tsx|js|css|sql|md)$/;

/** A word in backticks is a path if it begins with a folder of ours or ends as a source file. */
const isPath = (word: string): boolean =>
  PLAIN.test(word) &&
  !word.startsWith('/') &&
  (SOURCE.test(word) || FOLDERS.some((folder) => word.startsWith(`${folder}/`)));

const wordsInCode = (line: string): string[] =>
  [...line.matchAll(CODE)].flatMap(([, code = '']) => code.split(' ')).filter(isPath);

const linkedPaths = (line: string): string[] =>
  [...line.matchAll(LINK)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !target.includes(':'));

/** Paths that documents link or name but that are missing. In backticks a path's end suffices. */
export const docPathOffences = (root: string): Offence[] => {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    pathsBelow(root, folder),
  );
  const docs = [
    ...ROOT_DOCS.filter((doc) => existsSync(join(root, doc))),
    ...files.filter((path) => path.startsWith('docs/') && path.endsWith('.md')),
  ];
  // Slashes on both sides, so that a path matches whole names alone, be they files or folders.
  const known = [...files, ...docs].map((path) => `/${path}/`).join('\n');
  const isThere = (path: string): boolean => known.includes(`/${path.replace(/\/$/, '')}/`);
  return docs.flatMap((doc) =>
    readFileSync(join(root, doc), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const missing = [
          ...wordsInCode(line).filter((path) => !isThere(path)),
          ...linkedPaths(line).filter((path) => !existsSync(join(root, posix.dirname(doc), path))),
        ];
        return missing.map((detail) => ({ at: `${doc}:${index + 1}`, rule: DOC_PATHS, detail }));
      }),
  );
};
