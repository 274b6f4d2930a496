import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { keepBuild } from '#lib/build-folder.ts';
import { BUDGET } from '#lib/memory-budget.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { withSourceStack } from '#lib/source-stack.ts';

/** Milliseconds. npm passes Ctrl-C on to a program that already got it from the terminal. */
const SAME_SIGNAL_MS = 500;

/** Files that an office's server opens at once, its connections included, with some to spare. */
const NEEDED_FILES = 256;

/** The files that this process may open at once; null where that is not known, or endless. */
export const openFilesLimit = (): number | null => {
  // Without the network, whose names can take seconds to look up.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport();
  const { userLimits } = report as { userLimits?: { open_files?: { soft: number | string } } };
  const files = userLimits?.open_files?.soft;
  return typeof files === 'number' ? files : null;
};

/** Refuses a limit on open files so low that the server or its PostgreSQL would fail at times. */
const refuseFewFiles = (): void => {
  const files = openFilesLimit();
  if (files === null || files >= NEEDED_FILES) return;
  throw new StartRefusal(
    `This program may open ${files} files at once and needs ${NEEDED_FILES}: raise the limit (ulimit -n 1024, or LimitNOFILE=1024 of a service)`,
  );
};

/**
 * Runs a program to its end. Errors that the operator can fix print one line, others print the
 * stack; both exit with 1. Files it makes are its user's alone.
 */
export const runProgram = async (program: () => Promise<void>): Promise<void> => {
  process.umask(0o077);
  // Elsewhere V8 sizes the heap itself, by the memory that is there.
  if (BUDGET.smallHeap) setFlagsFromString('--optimize-for-size');
  try {
    refuseFewFiles();
    // Parts of the program are loaded when they are first used.
    keepBuild(dirname(process.argv[1] ?? ''));
    await program();
    process.exit(process.exitCode ?? 0);
  } catch (error) {
    console.error(error instanceof StartRefusal ? error.message : withSourceStack(error));
    process.exit(1);
  }
};

export type StopSignal = {
  /** Resolves with the first signal after `endWellFromNow`. */
  received: Promise<void>;
  /** From now on a signal ends the program in order; earlier there were no calls to answer. */
  endWellFromNow: () => void;
};

/** The exit codes that shells use for a program which a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];

/** Listens for SIGTERM and SIGINT. A second one ends the process at once. */
export const stopSignal = (): StopSignal => {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  let endsWell = false;
  let first = 0;
  const onSignal = (signal: keyof typeof EXIT_CODES) => {
    if (!endsWell) process.exit(EXIT_CODES[signal]);
    if (first !== 0 && performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
    first ||= performance.now();
    resolve();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    received,
    endWellFromNow: () => {
      endsWell = true;
    },
  };
};

/** Ends a program that works on files at the first signal, so that it removes unfinished files. */
export const endBySignal = (): void => {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      console.error('Stopped before it was finished.');
      process.exit(EXIT_CODES[signal]);
    });
  }
};
