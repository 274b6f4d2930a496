import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['contract', 'server', 'web', 'e2e'];
const MADE = new Set(['node_modules', 'build', '.react-router', 'test-results']);

/** Every file below a folder, by its path from the root, without generated ones. */
export const pathsBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !MADE.has(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? pathsBelow(root, path) : [path];
    });

/** The text of every TypeScript file of the rooms, by its path from the root. */
export const readTree = (root: string): Map<string, string> => {
  const paths = ROOMS.filter((room) => existsSync(join(root, room))).flatMap((room) => pathsBelow(root, room));
  const sources = paths.filter((path) => /\.tsx?$/.test(path));
  return new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
};
