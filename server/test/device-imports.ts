import { randomUUID } from 'node:crypto';
import type { DeviceImport } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { deviceImport } from '#domains/devices';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { statementForm } from './builders/statements.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;

const MAPPING = {
  ...{ header_line: 1, day_order: 'dmy', imei: 0, serial_number: 1 },
  ...{ model: 2, sim_number: 3, sim_network: 4, bundle_until: 5 },
};

/** Calls that staff make with lists of trackers, as one of them. */
export const deviceImportsOf = (it: TestApp, headers: Headers) => {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, more: Headers = {}) =>
    it.app.inject({
      method,
      url: `/api/device_imports${url}`,
      headers: { ...headers, ...more },
      ...(payload && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
  const upload = (content: string, name = 'trackers.csv') =>
    call('POST', '', statementForm(content, name), { 'idempotency-key': randomUUID() });
  const show = async (id: string): Promise<DeviceImport> => (await call('GET', `/${id}`)).json();
  return {
    upload,
    show,
    start: (id: string) => call('POST', `/${id}/import`, undefined, { 'idempotency-key': randomUUID() }),
    /** Sends a list and maps it; gives its id. */
    checked: async (content: string): Promise<string> => {
      const sent = await upload(content);
      if (sent.statusCode !== 201) throw new Error(sent.body);
      const id: string = sent.json().import_id;
      await call('PATCH', `/${id}`, MAPPING);
      return id;
    },
    lines: async (id: string) =>
      (await call('GET', `/lines?device_import=${id}&size=200`)).json() as {
        imei: string;
        outcome: string;
        reason: string;
      }[],
  };
};

/** A server that runs the imports of trackers. */
export const deviceImportServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [deviceImport],
    findAuthor,
    onError: (_, error) => errors.push(error),
    pause: async () => {},
  });
