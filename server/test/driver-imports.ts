import { randomUUID } from 'node:crypto';
import type { DriverImport, DriverLine } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { driverImport, takeBackOfDrivers } from '#domains/drivers';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { driversInvolved } from '#domains/refunds';
import { LIST_MAPPING, type ListedDriver, listCsv, nextListed } from './builders/driver-lists.ts';
import { statementForm } from './builders/statements.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;

/** Calls that staff make with lists of drivers, as one of them. */
export const driverImportsOf = (it: TestApp, headers: Headers) => {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, more: Headers = {}) =>
    it.app.inject({
      method,
      url: `/api/driver_imports${url}`,
      headers: { ...headers, ...more },
      ...(payload && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
  const upload = (content: string | Uint8Array<ArrayBuffer>, name = 'drivers.csv') =>
    call('POST', '', statementForm(content, name), { 'idempotency-key': randomUUID() });
  const map = (id: string, given: object = {}) => call('PATCH', `/${id}`, { ...LIST_MAPPING, ...given });
  const show = async (id: string): Promise<DriverImport> => (await call('GET', `/${id}`)).json();
  return {
    call,
    upload,
    map,
    show,
    start: (id: string) => call('POST', `/${id}/import`, undefined, { 'idempotency-key': randomUUID() }),
    /** Sends a file and maps it; gives its id. */
    checked: async (content: string | Uint8Array<ArrayBuffer>, given: object = {}): Promise<string> => {
      const id: string = (await upload(content)).json().import_id;
      await map(id, given);
      return id;
    },
    /** How many lines have each outcome. */
    counts: async (id: string): Promise<Record<string, number>> =>
      Object.fromEntries((await show(id)).counts.map(({ outcome, lines }) => [outcome, lines])),
    /** The lines with what becomes of them, by their numbers. */
    lines: async (id: string): Promise<DriverLine[]> =>
      (await call('GET', `/lines?driver_import=${id}&size=200`)).json(),
  };
};

/** A server that runs the imports of drivers, and between chunks does as it is told, or nothing. */
export const driverImportServer = (
  it: Pick<TestApp, 'db' | 'clock'>,
  errors: unknown[] = [],
  pause: () => Promise<void> = async () => {},
) =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [driverImport, takeBackOfDrivers(driversInvolved).job],
    findAuthor,
    onError: (_, error) => errors.push(error),
    pause,
  });

/** Imports a new driver, and further lines that repeat others; gives the driver's columns. */
export const importDriver = async (
  it: TestApp,
  headers: Headers,
  line: Partial<ListedDriver> = {},
  mapping: object = {},
  others: readonly Partial<ListedDriver>[] = [],
) => {
  const staff = driverImportsOf(it, headers);
  const id = await staff.checked(listCsv([line, ...others].map((given) => nextListed(given))), mapping);
  await staff.start(id);
  await driverImportServer(it).runDue();
  return it.db.selectFrom('driver_records').selectAll().where('import_id', '=', id).executeTakeFirstOrThrow();
};
