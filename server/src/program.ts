import { StartRefusal } from '#lib/start-refusal.ts';

/** npm passes Ctrl-C on to a program that the terminal has told already. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program to its end. What whoever starts it can mend is one line on the error output, anything else is told whole;
 * either ends it with 1. Files it makes are its user's alone.
 */
export const runProgram = async (program: () => Promise<void>): Promise<void> => {
  process.umask(0o077);
  try {
    await program();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof StartRefusal ? error.message : error);
    process.exit(1);
  }
};

/** Waits for SIGTERM or SIGINT and then for `stop`. A second signal ends the process at once. */
export const untilStopped = async (stop: () => Promise<void>): Promise<void> => {
  await new Promise<void>((resolve) => {
    let told = 0;
    const onSignal = () => {
      if (told !== 0 && performance.now() - told > SAME_SIGNAL_MS) process.exit(1);
      told ||= performance.now();
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  await stop();
};
