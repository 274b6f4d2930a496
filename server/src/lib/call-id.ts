import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string | undefined>();

/** Runs work under the id of the call or job that it belongs to, which its log lines carry. */
export const withCallId = <T>(id: string, work: () => T): T => ids.run(id, work);

/** Runs work of no call, such as setting a timer that outlives the call which needs it first. */
export const outsideCalls = <T>(work: () => T): T => ids.run(undefined, work);

/** The id of the present call, or `job 12`; undefined for work of neither. */
export const presentCallId = (): string | undefined => ids.getStore();
