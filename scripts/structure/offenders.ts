import { BUILDERS, COMPUTED_IMPORT, NO_TIER, OWN_TABLES, QUERY_PLACE } from './offences.ts';

/** A small tree that breaks no rule. */
export const GOOD_TREE: Record<string, string> = {
  'contract/src/index.ts': `import { z } from 'zod'; export const E = z.string();`,
  'server/src/app.ts': `import Fastify from 'fastify'; import { paymentRoutes } from '#domains/payments'; Fastify(paymentRoutes);`,
  'server/src/config.ts': `import { z } from 'zod'; export type Config = z.infer<typeof z>;`,
  'server/src/db/database.ts': `import type { Config } from '../config.ts'; import type { Kysely } from 'kysely'; export type C = Config; export type Db = Kysely<object>;`,
  'server/src/db/list/list-source.ts': `export const listSource = (sql: unknown) => sql;`,
  'server/src/db/tables.ts': `
    type DriversTables = { drivers: { id: string }; driver_totals: { n: number } };
    type PaymentsTables = { payments: { id: string } };
    type IdempotencyTables = { idempotency_keys: { key: string } };`,
  'server/src/http/guard.ts': `import type { FastifyInstance } from 'fastify'; import { Refusal } from '#lib/refusal.ts'; export const g = (a: FastifyInstance) => new Refusal(a);`,
  'server/src/http/counts.repo.ts': `import { sql } from 'kysely'; import type { Db } from '#db/database.ts'; export const count = (db: Db) => sql\`SELECT 1\`.execute(db);`,
  'server/src/lib/refusal.ts': `import { E } from '@banbo/contract'; export class Refusal { a = E; constructor(readonly: unknown) { void readonly; } }`,
  'server/src/integrations/sms/open-sms.ts': `import { Refusal } from '#lib/refusal.ts'; export const send = () => new Refusal(1);`,
  'server/src/domains/lookups/index.ts': `export const types = [];`,
  'server/src/domains/drivers/index.ts': `export { findDriver } from './find-driver.ts';`,
  'server/src/domains/drivers/find-driver.ts': `import { driverOf } from './drivers.repo.ts'; export const findDriver = driverOf;`,
  'server/src/domains/drivers/drivers.repo.ts': `import { sql } from 'kysely'; import type { Db } from '#db/database.ts'; export const driverOf = (db: Db) => db.selectFrom('drivers as d').leftJoin('driver_totals', sql\`select 1 from drivers\`);`,
  'server/src/domains/payments/index.ts': `export { paymentRoutes } from './payments.routes.ts';`,
  'server/src/domains/payments/payments.routes.ts': `import type { Db } from '#db/database.ts'; import { guard } from '#http/guard.ts'; import { listSource } from '#db/list/list-source.ts'; import { pay } from './payments.repo.ts'; import { submit } from './submit-payment.ts'; export const paymentRoutes = (db: Db) => guard(submit, db, listSource(pay));`,
  'server/src/domains/payments/claims/submit-payment.ts': `import { findDriver } from '#domains/drivers'; import { send } from '#integrations/sms/open-sms.ts'; import { pay } from './payments.repo.ts'; export const submit = [findDriver, send, pay];`,
  'server/src/domains/payments/payments.repo.ts': `import type { Db } from '#db/database.ts'; export const pay = (db: Db, table: 'payments') => db.insertInto(table);`,
  'server/src/domains/payments/payments.test.ts': `import { startApp } from '../../../test/harness.ts'; import { buildDriver } from '../../../test/builders/driver.ts'; startApp().db.selectFrom('drivers'); buildDriver();`,
  'server/test/builders/inside.ts': `import { driverOf } from '../../src/domains/drivers/drivers.repo.ts'; export const d = driverOf;`,
  'server/test/harness.ts': `import { app } from '../src/app.ts'; export const startApp = () => app;`,
  'server/test/model/rules.ts': `export const RULES = [];`,
  'server/test/model/books.ts': `import { RULES } from './rules.ts'; export const books = RULES;`,
  'server/test/builders/driver.ts': `import { E } from '@banbo/contract'; export const buildDriver = () => E;`,
  'web/app/root.tsx': `import './styles/base.css'; import { api } from './lib/api.ts'; export default api;`,
  'web/app/routes/home.tsx': `import { Form } from '../features/payments/form.tsx'; import type { Route } from './+types/home'; export default (p: Route) => Form(p);`,
  'web/app/features/payments/form.tsx': `import { Table } from '../../components/table.tsx'; import { money } from './money.ts'; export const Form = (p: unknown) => [Table, money, p];`,
  'web/app/features/payments/money.ts': `import { E } from '@banbo/contract'; export const money = E;`,
  'web/app/features/drivers/photo.tsx': `export const Photo = 1;`,
  'web/app/components/table.tsx': `import { api } from '~/lib/api.ts'; export const Table = api;`,
  'web/app/lib/api.ts': `export const api = 1;`,
  'e2e/journeys/pay.test.ts': `import { buildDriver } from '../../server/test/builders/driver.ts'; import { E } from '@banbo/contract'; buildDriver(E);`,
};

type Offender = { rule: string; path: string; text: string };

const PAYMENTS = 'server/src/domains/payments';
const DRIVERS = 'server/src/domains/drivers';

const offender = (rule: string, path: string, text: string): Offender => ({ rule, path, text });
const importing = (rule: string, path: string, ...specifiers: string[]): Offender[] =>
  specifiers.map((specifier) => offender(rule, path, `import { x } from '${specifier}'; export const y = x;`));

/** For every rule, files that break it when added to the good tree, each by itself. */
export const OFFENDERS: readonly Offender[] = [
  ...importing(
    'The contract imports zod and nothing else.',
    'contract/src/bad.ts',
    'kysely',
    'node:fs',
    '../../server/src/lib/refusal.ts',
    '../../web/app/lib/api.ts',
  ),
  ...importing(
    'The server never imports the web or the journeys.',
    'server/src/lib/bad.ts',
    '../../../web/app/lib/api.ts',
    '../../../e2e/journeys/pay.test.ts',
    '@banbo/web',
  ),
  ...importing(
    'The web reaches the server through the contract alone.',
    'web/app/lib/bad.ts',
    '../../../server/src/lib/refusal.ts',
    '@banbo/server',
    '../../../e2e/journeys/pay.test.ts',
  ),
  ...importing(
    'Journeys drive the product from outside: they import the contract, the builders and themselves.',
    'e2e/journeys/bad.test.ts',
    '../../server/src/lib/refusal.ts',
    '../../server/test/harness.ts',
    '../../web/app/lib/api.ts',
  ),
  ...importing(
    'Another room’s contract is reached by its name, @banbo/contract.',
    'server/src/lib/bad.ts',
    '../../../contract/src/index.ts',
  ),
  ...importing(
    'Routes import nothing but types of another domain: they call their own use cases and repositories’ reads.',
    `${PAYMENTS}/bad.routes.ts`,
    '#domains/drivers',
  ),
  ...importing(
    'Routes hold no SQL: of the database they know its types and the list kit.',
    `${PAYMENTS}/bad.routes.ts`,
    'pg',
    'kysely',
    '#db/database.ts',
  ),
  ...importing(
    'A use case or presenter never knows of HTTP.',
    `${PAYMENTS}/bad.ts`,
    'fastify',
    '@fastify/cookie',
    'fastify-type-provider-zod',
    '#http/guard.ts',
  ),
  ...importing('A use case or presenter never knows of HTTP.', `${PAYMENTS}/bad.present.ts`, 'fastify'),
  ...importing('A use case or presenter never knows of HTTP.', `${PAYMENTS}/bad.repo.ts`, 'fastify', '#http/guard.ts'),
  ...importing('A use case never imports routes.', `${PAYMENTS}/bad.ts`, './payments.routes.ts'),
  ...importing('SQL is the repositories’ and the database folder’s alone.', `${PAYMENTS}/bad.ts`, 'kysely', 'pg'),
  ...importing('SQL is the repositories’ and the database folder’s alone.', 'server/src/http/bad.ts', 'kysely'),
  ...importing('SQL is the repositories’ and the database folder’s alone.', 'server/src/lib/bad.repo.ts', 'kysely'),
  ...importing(
    'A repository imports the database, the helpers and the contract: no integration, job or other domain.',
    `${PAYMENTS}/bad.repo.ts`,
    '#integrations/sms/open-sms.ts',
    '#domains/drivers',
    '../../app.ts',
  ),
  ...importing('A repository imports no use case of its slice.', `${PAYMENTS}/bad.repo.ts`, './submit-payment.ts'),
  ...importing(
    'A domain is entered by its index alone.',
    `${PAYMENTS}/bad.ts`,
    '../drivers/find-driver.ts',
    '../drivers/drivers.repo.ts',
  ),
  ...importing('A domain is entered by its index alone.', 'server/src/app-part.ts', './domains/drivers/find-driver.ts'),
  ...importing('Domains import downward only.', `${DRIVERS}/bad.ts`, '#domains/payments', '../payments/index.ts'),
  ...importing('Domains import downward only.', 'server/src/domains/drivers/bad.ts', '#domains/payments'),
  ...importing('Domains import downward only.', 'server/src/domains/jobs/bad.ts', '#domains/lookups'),
  ...importing(
    'What domains stand on (db, http, integrations, lib) never imports a domain.',
    'server/src/http/bad.ts',
    '#domains/lookups',
    '../app.ts',
  ),
  ...importing(
    'Helpers in lib know neither the database, HTTP nor the outside.',
    'server/src/lib/bad.ts',
    '#db/database.ts',
    '#http/guard.ts',
    '#integrations/sms/open-sms.ts',
    'fastify',
  ),
  ...importing('The database folder imports only helpers.', 'server/src/db/bad.ts', '#http/guard.ts', 'fastify'),
  ...importing(
    'An integration knows neither the database nor HTTP.',
    'server/src/integrations/sms/bad.ts',
    '#db/database.ts',
    'fastify',
  ),
  ...importing(
    'The model of the documents imports nothing but itself.',
    'server/test/model/bad.ts',
    '@banbo/contract',
    '#domains/drivers',
    '../harness.ts',
    'node:crypto',
  ),
  ...importing(
    'The product never imports its tests or its seeds’ builders.',
    'server/src/http/bad.ts',
    '../../test/harness.ts',
    '../../test/builders/driver.ts',
  ),
  ...importing(
    'A web feature never imports another feature.',
    'web/app/features/payments/bad.tsx',
    '../drivers/photo.tsx',
    '~/features/drivers/photo.tsx',
  ),
  offender(
    'A web feature never imports another feature.',
    'web/app/features/payments/bad.ts',
    `export const late = () => import('../drivers/photo.tsx');`,
  ),
  offender(
    'A web feature never imports another feature.',
    'web/app/features/payments/bad.ts',
    `export type P = import('../drivers/photo.tsx').Photo;`,
  ),
  ...importing(
    'Web features, components and lib never import routes.',
    'web/app/features/payments/bad.tsx',
    '../../routes/home.tsx',
    '../../root.tsx',
  ),
  ...importing(
    'Web components and lib never import a feature.',
    'web/app/components/bad.tsx',
    '../features/drivers/photo.tsx',
  ),
  ...importing('Web lib never imports components.', 'web/app/lib/bad.ts', '../components/table.tsx'),
  ...importing('No room imports from outside the rooms.', 'server/src/lib/bad.ts', '../../../scripts/test.js'),
  offender(COMPUTED_IMPORT, 'server/src/lib/bad.ts', `export const any = (name: string) => import(name);`),
  offender(QUERY_PLACE, `${PAYMENTS}/bad.ts`, `export const f = (db: D) => db.selectFrom('payments');`),
  offender(QUERY_PLACE, `${PAYMENTS}/bad.routes.ts`, `export const f = (db: D) => db.deleteFrom('payments');`),
  offender(QUERY_PLACE, 'server/src/http/bad.ts', 'export const f = sql`SELECT 1`;'),
  offender(OWN_TABLES, `${PAYMENTS}/bad.repo.ts`, `export const f = (db: D) => db.selectFrom('drivers as d');`),
  offender(OWN_TABLES, `${PAYMENTS}/bad.repo.ts`, `export const f = (q: D) => q.leftJoin('driver_totals', 'a', 'b');`),
  offender(OWN_TABLES, `${PAYMENTS}/bad.repo.ts`, `export const f = (q: D) => q.selectFrom(['payments', 'drivers']);`),
  offender(OWN_TABLES, `${PAYMENTS}/bad.repo.ts`, 'export const f = sql`UPDATE drivers SET x = 1`;'),
  offender(
    OWN_TABLES,
    `${PAYMENTS}/bad.repo.ts`,
    'export const f = sql`SELECT * FROM payments JOIN "drivers" ON true`;',
  ),
  offender(
    OWN_TABLES,
    `${PAYMENTS}/bad.repo.ts`,
    `export const f = (db: D, table: 'payments' | 'drivers') => db.selectFrom(table);`,
  ),
  offender(OWN_TABLES, 'server/src/http/bad.repo.ts', `export const f = (db: D) => db.selectFrom('idempotency_keys');`),
  offender(NO_TIER, 'server/src/domains/parking/park.ts', 'export const park = 1;'),
  offender(
    BUILDERS,
    'server/test/builders/driver.ts',
    `import { x } from '../../src/lib/refusal.ts'; export const buildDriver = () => x;`,
  ),
];
