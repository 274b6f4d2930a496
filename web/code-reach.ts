import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Rolldown } from 'vite';
import routes from './app/routes.ts';

/** Re-export others: who imports one needs few of its modules. */
const BARREL = /\/contract\/src\/(\w+\/)?index\.ts$/;
const ROUTE = /\/web\/app\/routes\//;
const MEMBERS = 'routes/member/layout.tsx';
const SIGNED_IN = 'routes/office/providers.tsx';

const filesOf = ({ file, children = [] }: RouteConfigEntry, without: string): string[] =>
  file === without ? [] : [file, ...children.flatMap((child) => filesOf(child, without))];

const find = (entries: readonly RouteConfigEntry[], file: string): RouteConfigEntry | undefined =>
  entries.map((entry) => (entry.file === file ? entry : find(entry.children ?? [], file))).find(Boolean);

const visitors = new Set(['root.tsx', 'entry.client.tsx', ...routes.flatMap((route) => filesOf(route, SIGNED_IN))]);
const members = find(routes, MEMBERS);
const memberFiles = new Set(members ? filesOf(members, '') : []);

/** Those whose pages lead to a module; `office` for one that only the office's pages lead to. */
export type Reach = 'visitors' | 'members' | 'office';

const reaches = new Map<string, Reach>();

/** Tells whose pages import a module of ours, at once or later, by the imports that lead to it. */
export const reachOf = (id: string, context: Rolldown.ChunkingContext): Reach => {
  const known = reaches.get(id);
  if (known) return known;
  const found = new Set([id]);
  // A set's loop goes on to what is added meanwhile.
  for (const module of found) {
    const info = context.getModuleInfo(module);
    // A route's file is imported later by the list of all routes.
    const later = ROUTE.test(module) ? [] : (info?.dynamicImporters ?? []);
    for (const importer of [...(info?.importers ?? []), ...later]) if (!BARREL.test(importer)) found.add(importer);
  }
  const isIn = (files: ReadonlySet<string>) =>
    [...found].some((module) => files.has(module.replaceAll('\\', '/').split('/web/app/')[1] ?? ''));
  const reach = isIn(visitors) ? 'visitors' : isIn(memberFiles) ? 'members' : 'office';
  reaches.set(id, reach);
  return reach;
};
