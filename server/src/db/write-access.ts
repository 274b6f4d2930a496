const READ_ONLY = '25006';
const DISK_FULL = '53100';

/** Whether one connection may write, as far as this program decides it. */
export type WriteAccess = {
  /** Tells the connection, when it has changed. */
  set: (mayWrite: boolean) => Promise<void>;
  /** The error of a statement, as one of a full disk where only our own ban on writing refused it. */
  explain: (error: unknown) => unknown;
};

/** True when PostgreSQL refused a statement because it may only read. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY;

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
