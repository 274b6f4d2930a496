/** The kind of a file, by its folder and its name. */
export type Place =
  | { room: 'contract'; test: boolean }
  | { room: 'server'; part: 'domain'; domain: string; kind: SliceKind; test: boolean }
  | { room: 'server'; part: ServerPart; repo?: boolean; test: boolean }
  | { room: 'web'; part: 'feature'; feature: string; test: boolean }
  | { room: 'web'; part: 'routes' | 'components' | 'lib' | 'root' | 'config'; test: boolean }
  | { room: 'e2e' | 'elsewhere'; test: boolean };

export type SliceKind = 'routes' | 'repo' | 'presenter' | 'index' | 'use case';
export type ServerPart =
  | 'config'
  | 'db'
  | 'http'
  | 'integrations'
  | 'jobs'
  | 'lib'
  | 'wiring'
  | 'seeds'
  | 'harness'
  | 'builders'
  | 'model';

/** The domains and their tiers; a domain imports only from lower ones. */
export const TIERS: Readonly<Record<string, number>> = {
  reports: 9,
  incidents: 8,
  books: 8,
  tracking: 7,
  land: 7,
  refunds: 7,
  devices: 6,
  clearance: 6,
  payments: 5,
  drivers: 4,
  identity: 3,
  ledger: 2,
  receipts: 2,
  prices: 2,
  imports: 2,
  lookups: 2,
  messages: 2,
  site: 2,
  approvals: 1,
  audit: 0,
  jobs: 0,
  live: 0,
  documents: 0,
  files: 0,
};

const PARTS = new Set<string>(['db', 'http', 'integrations', 'jobs', 'lib']);
const WEB_PARTS = new Set<string>(['routes', 'components', 'lib']);
const ROOT_FILES = new Set(['root.tsx', 'routes.ts', 'entry.client.tsx']);

const kindOf = (file: string): SliceKind => {
  if (file === 'index.ts') return 'index';
  if (file.endsWith('.routes.ts')) return 'routes';
  if (file.endsWith('.repo.ts')) return 'repo';
  return file.endsWith('.present.ts') ? 'presenter' : 'use case';
};

const serverPlace = (steps: string[], test: boolean): Place => {
  const [top = '', part = '', domain = '', ...rest] = steps;
  if (top === 'seeds') return { room: 'server', part: 'seeds', test };
  if (top === 'test') return { room: 'server', part: part === 'builders' || part === 'model' ? part : 'harness', test };
  if (part === 'domains') return { room: 'server', part: 'domain', domain, kind: kindOf(rest.at(-1) ?? ''), test };
  if (part === 'config.ts') return { room: 'server', part: 'config', test };
  const repo = kindOf(steps.at(-1) ?? '') === 'repo';
  return { room: 'server', part: PARTS.has(part) ? (part as ServerPart) : 'wiring', repo, test };
};

const webPlace = (steps: string[], test: boolean): Place => {
  const [top = '', part = '', feature = ''] = steps;
  if (top !== 'app') return { room: 'web', part: 'config', test };
  if (part === 'features') return { room: 'web', part: 'feature', feature, test };
  if (WEB_PARTS.has(part)) return { room: 'web', part: part as 'routes' | 'components' | 'lib', test };
  // Other files at the top may be imported by all, like lib: the list of public pages.
  return { room: 'web', part: ROOT_FILES.has(part) ? 'root' : 'lib', test };
};

/** The place of a path from the project's root, with `/` between its steps. */
export const placeOf = (path: string): Place => {
  const test = /\.test\.tsx?$/.test(path);
  const [room = '', ...steps] = path.split('/');
  if (room === 'server') return serverPlace(steps, test);
  if (room === 'web') return webPlace(steps, test);
  if (room === 'contract' || room === 'e2e') return { room, test };
  return { room: 'elsewhere', test };
};
