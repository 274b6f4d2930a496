import { randomUUID } from 'node:crypto';
import type { Statement } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { statementImport } from '#domains/clearance';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { MAPPING, statementForm } from './builders/statements.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;

/** Calls that staff make with statements, as one of them. */
export const statementsOf = (it: TestApp, headers: Headers) => {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, more: Headers = {}) =>
    it.app.inject({
      method,
      url: `/api/statements${url}`,
      headers: { ...headers, ...more },
      ...(payload && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
  const upload = (content: string | Uint8Array<ArrayBuffer>, name?: string) =>
    call('POST', '', statementForm(content, name), { 'idempotency-key': randomUUID() });
  const map = (id: string, given: object = {}) => call('PATCH', `/${id}`, { ...MAPPING, ...given });
  const start = (id: string, key: string = randomUUID()) =>
    call('POST', `/${id}/import`, undefined, { 'idempotency-key': key });
  const show = async (id: string): Promise<Statement> => (await call('GET', `/${id}`)).json();
  return {
    call,
    upload,
    map,
    start,
    show,
    /** Sends a file and maps it; gives its id. */
    checked: async (content: string | Uint8Array<ArrayBuffer>, given: object = {}): Promise<string> => {
      const id: string = (await upload(content)).json().statement_id;
      await map(id, given);
      return id;
    },
    /** How many lines have each outcome. */
    counts: async (id: string): Promise<Record<string, number>> =>
      Object.fromEntries((await show(id)).counts.map(({ outcome, lines }) => [outcome, lines])),
    /** The lines with what becomes of them, by their numbers. */
    lines: async (id: string) => {
      const { rows } = { rows: (await call('GET', `/lines?statement=${id}&size=200`)).json() };
      return rows as { line: number; outcome: string; reason: string; transaction_id: string; amount: string | null }[];
    },
  };
};

/** A server that runs the imports of statements, and rests no moment between chunks. */
export const importServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [statementImport],
    findAuthor,
    onError: (_, error) => errors.push(error),
    pause: async () => {},
  });
