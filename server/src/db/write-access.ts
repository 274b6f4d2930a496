const READ_ONLY = '25006';
const DISK_FULL = '53100';

/** Whether one connection may write, as far as this program decides. */
export type WriteAccess = {
  /** Tells the connection, if the answer has changed. */
  set: (mayWrite: boolean) => Promise<void>;
  /** Turns the error of a statement that only our own ban on writing refused into that of a full disk. */
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
