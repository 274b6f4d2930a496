import { AsyncLocalStorage } from 'node:async_hooks';

const READ_ONLY = '25006';
const DISK_FULL = '53100';

const reserve = new AsyncLocalStorage<boolean>();

/**
 * Runs work that goes on while the disk is nearly full, as its writes are few and small: signing in
 * and out, and the notes and counts that reading takes. They use a reserve
 * (`cluster/disk-space.ts`) until that runs low too.
 */
export const fromReserve = <T>(work: () => Promise<T>): Promise<T> => reserve.run(true, work);

/** Says whether a statement may write now on a disk, by the work that it belongs to. */
export const mayWriteOn =
  ({ hasRoom, hasReserve }: { hasRoom: () => boolean; hasReserve: () => boolean }) =>
  (): boolean =>
    hasRoom() || (reserve.getStore() === true && hasReserve());

/** Whether one connection may write, as far as this program decides. */
export type WriteAccess = {
  /** Tells the connection, if the answer has changed. */
  set: (mayWrite: boolean) => Promise<void>;
  /** Turns an error that only our own ban on writing caused into that of a full disk. */
  explain: (error: unknown) => unknown;
};

/** True when PostgreSQL refused a statement because it may only read. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY;

/** True if a statement failed since nothing can be written: a full disk, a read-only database. */
export const isUnwritable = (error: unknown): boolean =>
  isReadOnly(error) || (error as { code?: string }).code === DISK_FULL;

/** The access of a new connection, which may write. `run` runs a statement on it. */
export const writeAccess = (run: (text: string) => Promise<unknown>): WriteAccess => {
  let may = true;
  return {
    set: async (mayWrite) => {
      if (mayWrite === may) return;
      await run(`SET default_transaction_read_only = ${mayWrite ? 'off' : 'on'}`);
      may = mayWrite;
    },
    explain: (error) =>
      may || !isReadOnly(error)
        ? error
        : Object.assign(new Error('The disk is too full to write on', { cause: error }), { code: DISK_FULL }),
  };
};
