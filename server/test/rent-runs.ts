import { randomUUID } from 'node:crypto';
import type { RentAccount, RentRun, RentRunLine } from '@banbo/contract';
import { rentRunJob } from '#domains/land';
import type { TestApp } from './harness.ts';
import { importServer } from './table-imports.ts';

type Headers = Record<string, string>;

/** A server that raises ground rent. */
export const rentServer = (it: Pick<TestApp, 'db' | 'clock'>, errors: unknown[] = []) =>
  importServer(it, [rentRunJob], errors);

/** Calls that staff make with ground rent, as one of them. */
export const rentsOf = (it: TestApp, headers: Headers) => {
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    it.app.inject({
      ...{ method, url: `/api${url}` },
      headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) },
      ...(payload && { payload }),
    });
  const start = (given: object = {}) =>
    call('POST', '/rent_runs', { kind: 'rent', year: 2026, zone_id: null, is_dry: false, ...given });
  const show = async (id: string): Promise<RentRun> => (await call('GET', `/rent_runs/${id}`)).json();
  return {
    call,
    start,
    show,
    /** Starts a run and does it to its end. */
    run: async (given: object = {}): Promise<RentRun> => {
      const { id } = (await start(given)).json();
      const errors: unknown[] = [];
      await rentServer(it, errors).runDue();
      if (errors.length > 0) throw errors[0];
      return show(id);
    },
    lines: async (run: string): Promise<RentRunLine[]> =>
      (await call('GET', `/rent_run_lines?run=${run}&size=200`)).json(),
    account: async (id: string): Promise<RentAccount> => (await call('GET', `/tenancies/${id}/rent`)).json(),
  };
};
