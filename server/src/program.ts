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

/**
 * Resolves with the first SIGTERM or SIGINT, which no longer ends the process from the call on. A second signal ends it at
 * once.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let told = 0;
    const onSignal = () => {
      if (told !== 0 && performance.now() - told > SAME_SIGNAL_MS) process.exit(1);
      told ||= performance.now();
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });

/** What a backup holds, in one line. */
export const describeKept = ({ folder, rows, files }: Kept): string =>
  `${folder}: ${rows.get('drivers') ?? 0} drivers, ${rows.get('payments') ?? 0} payments, ${files} photos. It was opened, and every row was read.`;
