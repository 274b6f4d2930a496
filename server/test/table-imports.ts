import { randomUUID } from 'node:crypto';
import type { ImportRecord } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { findAuthor } from '#domains/identity';
import { type ChunkedJob, jobServer } from '#domains/jobs';
import { statementForm } from './builders/statements.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;
type Imports = { url: string; noun: string; mapping: object };

/** Calls that staff make with files of one kind of import, as one of them. */
export const tableImportsOf =
  <Record extends ImportRecord, Line>({ url: root, noun, mapping }: Imports) =>
  (it: TestApp, headers: Headers) => {
    const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, more: Headers = {}) =>
      it.app.inject({
        method,
        url: `/api${root}${url}`,
        headers: { ...headers, ...more },
        ...(payload && { payload: payload as NonNullable<InjectOptions['payload']> }),
      });
    const upload = (content: Parameters<typeof statementForm>[0], name = 'list.csv') =>
      call('POST', '', statementForm(content, name), { 'idempotency-key': randomUUID() });
    const map = (id: string, given: object = mapping) => call('PATCH', `/${id}`, given);
    return {
      upload,
      map,
      show: async (id: string): Promise<Record> => (await call('GET', `/${id}`)).json(),
      start: (id: string) => call('POST', `/${id}/import`, undefined, { 'idempotency-key': randomUUID() }),
      /** Sends a list and maps it; gives its id. */
      checked: async (content: string): Promise<string> => {
        const sent = await upload(content);
        if (sent.statusCode !== 201) throw new Error(sent.body);
        const id: string = sent.json().import_id;
        const mapped = await map(id);
        if (mapped.statusCode !== 200) throw new Error(mapped.body);
        return id;
      },
      lines: async (id: string): Promise<Line[]> => (await call('GET', `/lines?${noun}=${id}&size=200`)).json(),
    };
  };

/** A server that runs imports, and between chunks does as it is told, or nothing. */
export const importServer = (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  chunked: readonly ChunkedJob[],
  errors: unknown[] = [],
  pause: () => Promise<void> = async () => {},
) =>
  jobServer({
    db,
    now: () => clock.now,
    chunked,
    findAuthor,
    onError: (_, error) => errors.push(error),
    pause,
  });
