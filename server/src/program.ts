import type { Kept } from '#db/backup.ts';
import { StartRefusal } from '#lib/start-refusal.ts';

/** npm passes Ctrl-C on to a program that the terminal has told already. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program to its end. Errors that the operator can fix print one line, others print the stack;
 * both exit with 1. Files it makes are its user's alone.
 */
export const runProgram = async (program: () => Promise<void>): Promise<void> => {
  process.umask(0o077);
  try {
    await program();
    process.exit(process.exitCode ?? 0);
  } catch (error) {
    console.error(error instanceof StartRefusal ? error.message : error);
    process.exit(1);
  }
};

export type StopSignal = {
  /** Resolves with the first signal after `heed`. */
  told: Promise<void>;
  /** From now on a signal asks the program to end well; before, there is nobody to answer and it ends at once. */
  heed: () => void;
};

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Listens for SIGTERM and SIGINT. A second one ends the process at once. */
export const stopSignal = (): StopSignal => {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  let heeded = false;
  let first = 0;
  const onSignal = (signal: keyof typeof EXIT_CODES) => {
    if (!heeded) process.exit(EXIT_CODES[signal]);
    if (first !== 0 && performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
    first ||= performance.now();
    resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return {
    told,
    heed: () => {
      heeded = true;
    },
  };
};

/** What a backup holds, in one line. */
export const describeKept = ({ folder, rows, files }: Kept): string =>
  `${folder}: ${rows.get('drivers') ?? 0} drivers, ${rows.get('payments') ?? 0} payments, ${files} photos. It was opened, and every row was read.`;
