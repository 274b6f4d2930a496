import { randomUUID } from 'node:crypto';
import type { LandImport, LandLine } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { landImport, landTakeBack } from '#domains/land';
import { REGISTER_MAPPING, type RegisterLine, registerCsv } from './builders/land-registers.ts';
import type { TestApp } from './harness.ts';
import { importServer, tableImportsOf } from './table-imports.ts';

type Headers = Record<string, string>;

/** Calls that staff make with registers of land, as one of them. */
export const landImportsOf = (it: TestApp, headers: Headers) => {
  const calls = tableImportsOf<LandImport, LandLine>({
    url: '/land_imports',
    noun: 'land_import',
    mapping: REGISTER_MAPPING,
  })(it, headers);
  const post = (url: string, payload?: object) =>
    it.app.inject({
      ...{ method: 'POST', url: `/api/land_imports${url}` },
      headers: { ...headers, 'idempotency-key': randomUUID() },
      ...(payload && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
  return {
    ...calls,
    /** Sends lines and maps them; gives the id. */
    sent: async (lines: readonly RegisterLine[], given: object = {}): Promise<string> => {
      const id = await calls.checked(registerCsv(lines));
      if (Object.keys(given).length > 0) await calls.map(id, { ...REGISTER_MAPPING, ...given });
      return id;
    },
    cancel: (id: string) => post(`/${id}/cancel`),
    takeBack: (id: string) => post(`/${id}/take_back`, { reason: 'The wrong register.' }),
    preview: async (id: string) => (await it.app.inject({ url: `/api/land_imports/${id}/take_back`, headers })).json(),
    /** The outcomes of lines with their reasons. */
    outcomes: async (id: string) => (await calls.lines(id)).map(({ outcome, reason }) => [outcome, reason]),
  };
};

/** A server that imports registers and takes them back. */
export const landImportServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  importServer(it, [landImport, landTakeBack], errors);
