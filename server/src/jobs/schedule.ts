export type Job = {
  name: string;
  everyMs: number;
  /** Runs at the start already, and not only after one interval. */
  atOnce?: boolean;
  run: () => Promise<unknown>;
};

/**
 * Runs each job at its own pace, never beside itself. What a job throws goes to `onError` and it runs again next time. The
 * answer stops them, and resolves when none is running any more.
 */
export const schedule = (
  jobs: readonly Job[],
  onError: (job: string, error: unknown) => void,
): (() => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const begin = ({ name, run }: Job): void => {
    if (running.has(name)) return;
    const done = run()
      .then(() => {})
      .catch((error: unknown) => onError(name, error))
      .finally(() => running.delete(name));
    running.set(name, done);
  };
  for (const job of jobs) if (job.atOnce) begin(job);
  // Waiting for the next time keeps no process alive.
  const timers = jobs.map((job) => setInterval(() => begin(job), job.everyMs).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
};
