import { type Place, type SliceKind, TIERS } from './place.ts';
import type { Import } from './read-file.ts';
import type { Target } from './resolve.ts';

type Link = { from: Place; to: Target; by: Import };

/** A rule of the import table: `broken` says whether a link from one file to another breaks it. */
export type Rule = { says: string; broken: (link: Link) => boolean };

const TEST_PACKAGES = new Set(['vitest', 'fast-check', 'node', 'happy-dom']);
const SQL_PACKAGES = new Set(['kysely', 'pg']);

const isFastify = (name: string): boolean => /^(fastify|@fastify\/.+|fastify-.+)$/.test(name);
const packageOf = (to: Target): string => ('package' in to ? to.package : '');
const placeOf = (to: Target): Place | null => ('place' in to ? to.place : null);
const roomOf = (to: Target): string => placeOf(to)?.room ?? 'package';

const sliceKind = (place: Place | null): SliceKind | null =>
  place?.room === 'server' && place.part === 'domain' && !place.test ? place.kind : null;
const domainOf = (place: Place | null): string | null =>
  place?.room === 'server' && place.part === 'domain' ? place.domain : null;
const partOf = (place: Place | null): string | null => (place?.room === 'server' ? place.part : null);
const webPart = (place: Place | null): string | null => (place?.room === 'web' && !place.test ? place.part : null);

const isKind =
  (...kinds: SliceKind[]) =>
  ({ from }: Link): boolean =>
    kinds.includes(sliceKind(from) ?? 'index');
const leadsTo =
  (...parts: string[]) =>
  ({ to }: Link): boolean =>
    parts.includes(partOf(placeOf(to)) ?? '');
const fromPart =
  (...parts: string[]) =>
  ({ from }: Link): boolean =>
    !from.test && parts.includes(partOf(from) ?? '');
const isRepoOfHttp = ({ from }: Link): boolean => from.room === 'server' && from.part === 'http' && from.repo === true;
const leadsToKind =
  (...kinds: SliceKind[]) =>
  ({ to }: Link): boolean =>
    kinds.includes(sliceKind(placeOf(to)) ?? 'use case');
const crossesDomain = ({ from, to }: Link): boolean => {
  const into = domainOf(placeOf(to));
  return into !== null && into !== domainOf(from);
};
const leadsToPackage =
  (test: (name: string) => boolean) =>
  ({ to }: Link): boolean =>
    test(packageOf(to));

const tierOf = (domain: string | null): number => TIERS[domain ?? ''] ?? 0;

type Test = (link: Link) => boolean;
const all =
  (...tests: Test[]): Test =>
  (link) =>
    tests.every((test) => test(link));
const any =
  (...tests: Test[]): Test =>
  (link) =>
    tests.some((test) => test(link));
const typeOnly: Test = ({ by }) => by.typeOnly;
const isListKit: Test = ({ to }) => 'path' in to && to.path.startsWith('server/src/db/list/');
const not =
  (test: Test): Test =>
  (link) =>
    !test(link);

/** The rules of imports between rooms, parts and domains; ARCHITECTURE.md gives their reasons. */
export const RULES: readonly Rule[] = [
  {
    says: 'The contract imports zod and nothing else.',
    broken: ({ from, to }) =>
      from.room === 'contract' &&
      roomOf(to) !== 'contract' &&
      packageOf(to) !== 'zod' &&
      !(from.test && TEST_PACKAGES.has(packageOf(to))),
  },
  {
    says: 'The server never imports the web or the journeys.',
    broken: ({ from, to }) => from.room === 'server' && ['web', 'e2e'].includes(roomOf(to)),
  },
  {
    says: 'The web reaches the server through the contract alone.',
    broken: ({ from, to }) => from.room === 'web' && ['server', 'e2e'].includes(roomOf(to)),
  },
  {
    says: 'Journeys drive the product from outside: they import the contract, the builders and themselves.',
    broken: ({ from, to }) =>
      from.room === 'e2e' && (roomOf(to) === 'web' || (roomOf(to) === 'server' && partOf(placeOf(to)) !== 'builders')),
  },
  {
    says: 'Another room’s contract is reached by its name, @banbo/contract.',
    broken: ({ from, to }) => from.room !== 'contract' && roomOf(to) === 'contract' && 'named' in to && !to.named,
  },
  {
    says: 'Routes import nothing but types of another domain: they call their own use cases and repositories’ reads.',
    broken: all(isKind('routes'), crossesDomain, not(typeOnly)),
  },
  {
    says: 'Routes hold no SQL: of the database they know its types and the list kit.',
    broken: all(
      isKind('routes'),
      any(
        leadsToPackage((name) => SQL_PACKAGES.has(name)),
        all(leadsTo('db'), not(typeOnly), not(isListKit)),
      ),
    ),
  },
  {
    says: 'A use case or presenter never knows of HTTP.',
    broken: all(isKind('use case', 'presenter', 'repo'), any(leadsToPackage(isFastify), leadsTo('http'))),
  },
  {
    says: 'A use case never imports routes.',
    broken: all(isKind('use case', 'presenter', 'repo'), leadsToKind('routes')),
  },
  {
    says: 'SQL is the repositories’ and the database folder’s alone.',
    broken: all(
      leadsToPackage((name) => SQL_PACKAGES.has(name)),
      not(isRepoOfHttp),
      any(isKind('routes', 'use case', 'presenter'), fromPart('http', 'lib', 'jobs', 'integrations', 'wiring')),
    ),
  },
  {
    says: 'A repository imports the database, the helpers and the contract: no integration, job or other domain.',
    broken: all(isKind('repo'), any(leadsTo('integrations', 'jobs', 'wiring'), crossesDomain)),
  },
  {
    says: 'A repository imports no use case of its slice.',
    broken: all(isKind('repo'), leadsTo('domain'), not(leadsToKind('repo')), not(typeOnly)),
  },
  {
    // Builders create records that no call of the API creates, so they reach inside.
    says: 'A domain is entered by its index alone.',
    broken: ({ from, to }) => {
      const place = placeOf(to);
      if (partOf(from) === 'builders') return false;
      return domainOf(place) !== null && domainOf(place) !== domainOf(from) && sliceKind(place) !== 'index';
    },
  },
  {
    says: 'Domains import downward only.',
    broken: all(
      ({ from }) => domainOf(from) !== null && !from.test,
      crossesDomain,
      ({ from, to }) => tierOf(domainOf(placeOf(to))) >= tierOf(domainOf(from)),
    ),
  },
  {
    says: 'What domains stand on (db, http, integrations, lib) never imports a domain.',
    broken: all(fromPart('db', 'http', 'integrations', 'lib'), leadsTo('domain', 'jobs', 'wiring', 'seeds')),
  },
  {
    says: 'Helpers in lib know neither the database, HTTP nor the outside.',
    broken: all(fromPart('lib'), any(leadsTo('db', 'http', 'integrations'), leadsToPackage(isFastify))),
  },
  {
    says: 'The database folder imports only helpers.',
    broken: all(fromPart('db'), any(leadsTo('http', 'integrations'), leadsToPackage(isFastify))),
  },
  {
    says: 'An integration knows neither the database nor HTTP.',
    broken: all(fromPart('integrations'), any(leadsTo('db', 'http'), leadsToPackage(isFastify))),
  },
  {
    // It would else be wrong wherever the product is.
    says: 'The model of the documents imports nothing but itself.',
    broken: ({ from, to }) => partOf(from) === 'model' && partOf(placeOf(to)) !== 'model',
  },
  {
    says: 'The product never imports its tests or its seeds’ builders.',
    broken: all(
      ({ from }) =>
        from.room === 'server' && !from.test && !['harness', 'builders', 'model', 'seeds'].includes(from.part),
      leadsTo('harness', 'builders', 'model'),
    ),
  },
  {
    says: 'A web feature never imports another feature.',
    broken: ({ from, to }) => {
      const place = placeOf(to);
      return (
        from.room === 'web' &&
        from.part === 'feature' &&
        place?.room === 'web' &&
        place.part === 'feature' &&
        place.feature !== from.feature
      );
    },
  },
  {
    says: 'Web features, components and lib never import routes.',
    broken: ({ from, to }) =>
      ['feature', 'components', 'lib'].includes(webPart(from) ?? '') &&
      ['routes', 'root'].includes(webPart(placeOf(to)) ?? ''),
  },
  {
    says: 'Web components and lib never import a feature.',
    broken: ({ from, to }) => ['components', 'lib'].includes(webPart(from) ?? '') && webPart(placeOf(to)) === 'feature',
  },
  {
    says: 'Web lib never imports components.',
    broken: ({ from, to }) => webPart(from) === 'lib' && webPart(placeOf(to)) === 'components',
  },
  {
    says: 'No room imports from outside the rooms.',
    broken: ({ from, to }) => from.room !== 'elsewhere' && roomOf(to) === 'elsewhere',
  },
];
