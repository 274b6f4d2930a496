import { parseSync, Visitor } from 'oxc-parser';
import { type Place, placeOf, TIERS } from './place.ts';
import { type FileFacts, readFacts } from './read-file.ts';
import { resolveImport } from './resolve.ts';
import { RULES } from './rules.ts';

/** The domain of each table, from the names of the types in `server/src/db/tables.ts`. */
export type Owners = ReadonlyMap<string, string>;

const FILE = 'server/src/db/tables.ts';

/** Reads the owners of tables: those of `type DriversTables = {…}` belong to `drivers`. */
const readOwners = (files: ReadonlyMap<string, string>): Owners => {
  const owners = new Map<string, string>();
  const { program } = parseSync(FILE, files.get(FILE) ?? '');
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (!id.name.endsWith('Tables') || typeAnnotation.type !== 'TSTypeLiteral') return;
      const owner = id.name.replace(/Tables$/, '').toLowerCase();
      for (const member of typeAnnotation.members) {
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          owners.set(member.key.name, owner);
      }
    },
  }).visit(program);
  return owners;
};

/** A broken rule and its place, `path:line`. */
export type Offence = { at: string; rule: string; detail: string };

export const COMPUTED_IMPORT = 'An import’s name is written out, so that it can be checked.';
export const QUERY_PLACE = 'Queries stand in a *.repo.ts, the database folder, seeds or tests.';
export const OWN_TABLES = 'A repository names only the tables of its own domain.';
export const NO_TIER = 'Every domain has its tier in scripts/structure/place.ts.';
export const BUILDERS = 'What journeys use of the builders works through HTTP, without the server’s insides.';

/** True for files in which queries may stand. Tests read tables to see the product's effects. */
const mayQuery = (place: Place, path: string): boolean =>
  place.room !== 'server' || place.test || ['db', 'seeds', 'harness', 'builders', 'model'].includes(place.part)
    ? true
    : path.endsWith('.repo.ts');

/** The owner of the tables that a file may name: its domain, or in `http` the file's own name. */
const ownerName = (place: Place, path: string): string | null => {
  if (place.room !== 'server' || place.test || !path.endsWith('.repo.ts')) return null;
  return place.part === 'domain' ? place.domain : (/([^/]+)\.repo\.ts$/.exec(path)?.[1] ?? null);
};

const importOffences = (path: string, facts: FileFacts): Offence[] => {
  const from = placeOf(path);
  // The web's lib fetches a page's code by the address that the router has for it.
  const computed = from.room === 'web' && from.part === 'lib' ? [] : facts.computedImports;
  const offences = computed.map((line) => ({ at: `${path}:${line}`, rule: COMPUTED_IMPORT, detail: '' }));
  for (const by of facts.imports) {
    const to = resolveImport(path, by.specifier);
    for (const { says, broken } of RULES) {
      if (broken({ from, to, by })) offences.push({ at: `${path}:${by.line}`, rule: says, detail: by.specifier });
    }
  }
  return offences;
};

const tableOffences = (path: string, facts: FileFacts, owners: Owners): Offence[] => {
  const place = placeOf(path);
  if (!mayQuery(place, path)) {
    return facts.queries.map((line) => ({ at: `${path}:${line}`, rule: QUERY_PLACE, detail: '' }));
  }
  const own = ownerName(place, path);
  if (own === null) return [];
  // A computed table is one of the names that a type of the file allows.
  const mentions = facts.computedTables.length > 0 ? [...facts.mentions, ...facts.typeTexts] : facts.mentions;
  return mentions
    .filter(({ table }) => owners.has(table) && owners.get(table) !== own)
    .map(({ table, line }) => ({ at: `${path}:${line}`, rule: OWN_TABLES, detail: table }));
};

const tierOffences = (paths: Iterable<string>): Offence[] => {
  const domains = new Map<string, string>();
  for (const path of paths) {
    const place = placeOf(path);
    if (place.room === 'server' && place.part === 'domain') domains.set(place.domain, path);
  }
  return [...domains]
    .filter(([domain]) => !(domain in TIERS))
    .map(([domain, path]) => ({ at: `${path}:1`, rule: NO_TIER, detail: domain }));
};

/** The builders that journeys import, and their imports, must not import the server. */
const builderOffences = (facts: ReadonlyMap<string, FileFacts>): Offence[] => {
  const offences: Offence[] = [];
  const seen = new Set<string>();
  const follow = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, line } of facts.get(path)?.imports ?? []) {
      const to = resolveImport(path, specifier);
      if (!('path' in to) || to.place.room !== 'server') continue;
      if (to.place.part === 'builders') follow(to.path);
      else if (placeOf(path).room === 'server') {
        offences.push({ at: `${path}:${line}`, rule: BUILDERS, detail: specifier });
      }
    }
  };
  for (const path of facts.keys()) if (placeOf(path).room === 'e2e') follow(path);
  return offences;
};

/** Finds everything in the files (text by path) that breaks a rule of imports, tables or tiers. */
export const findOffences = (files: ReadonlyMap<string, string>): Offence[] => {
  const facts = new Map([...files].map(([path, text]) => [path, readFacts(path, text)] as const));
  const owners = readOwners(files);
  return [
    ...[...facts].flatMap(([path, one]) => [...importOffences(path, one), ...tableOffences(path, one, owners)]),
    ...tierOffences(files.keys()),
    ...builderOffences(facts),
  ];
};
