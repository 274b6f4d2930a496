import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState, StatementWatch } from '#db/connection/watch-statements.ts';
import { countOpenStreams } from '#domains/live';
import type { EndedCall } from '#http/time-calls.ts';

/** Seconds. Few, since each is a line for every route, method and status that was ever called. */
const CALL_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15];

/** The figures that this process counts as it works, and their registry. */
export type Metrics = {
  registry: Registry;
  calls: { begun: () => void; ended: (call: EndedCall) => void };
  statements: StatementWatch;
  jobs: { known: (jobs: readonly string[]) => void; well: (job: string) => void; failed: (job: string) => void };
  /** The moments, in seconds, at which jobs were last done here. */
  jobsDone: ReadonlyMap<string, number>;
  /** True for a job of this version; the database keeps those of earlier ones. */
  isJob: (name: string) => boolean;
};

type Options = {
  /** A statement that takes longer counts as slow. */
  slowStatementMs?: number;
  /** Adds the figures of the process itself: memory, event loop, files. Once a process. */
  ofProcess?: boolean;
  version?: string;
};

/** Figures that cost nothing but a look when they are asked for. */
const gaugesOfProcess = (registers: Registry[]): void => {
  new Gauge({
    name: 'banbo_live_streams',
    help: 'Pages that follow changes as they happen.',
    registers,
    collect() {
      this.set(countOpenStreams());
    },
  });
};

/** Adds the connections of the pool. */
export const watchPool = ({ registry }: Metrics, poolState: () => PoolState): void => {
  const registers = [registry];
  new Gauge({
    name: 'banbo_pool_connections',
    help: 'Connections to the database, by their state.',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, idle } = poolState();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'banbo_pool_waiting',
    help: 'Work that waits for a connection to the database.',
    registers,
    collect() {
      this.set(poolState().waiting);
    },
  });
  new Gauge({
    name: 'banbo_pool_connections_max',
    help: 'The most connections to the database that this server opens.',
    registers,
    collect() {
      this.set(poolState().most);
    },
  });
};

const countCalls = (registers: Registry[]): Metrics['calls'] => {
  const seconds = new Histogram({
    name: 'banbo_http_request_duration_seconds',
    help: 'The server’s own time for a call, without that of the caller’s network. Streams are left out.',
    labelNames: ['route', 'method', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'banbo_http_requests_in_flight',
    help: 'Calls that are being answered.',
    registers,
  });
  return {
    begun: () => inFlight.inc(),
    ended: ({ seconds: taken, ...labels }) => {
      inFlight.dec();
      seconds.observe(labels, taken);
    },
  };
};

const countStatements = (registers: Registry[], slowMs: number): StatementWatch => {
  const seconds = new Histogram({
    name: 'banbo_database_statement_duration_seconds',
    help: 'Statements on the database and their time, as the server waited for them.',
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'banbo_database_statement_failures_total',
    help: 'Statements that failed, those that broke a rule of the database among them.',
    registers,
  });
  const slow = new Counter({
    name: 'banbo_database_slow_statements_total',
    help: 'Statements that took longer than SLOW_STATEMENT_MS; the log names each.',
    registers,
  });
  return ({ ms, failed }) => {
    seconds.observe(ms / 1_000);
    if (failed) failures.inc();
    if (ms > slowMs) slow.inc();
  };
};

/** Begins to count. The names and meanings of all figures: `docs/architecture/watching.md`. */
export const createMetrics = ({ slowStatementMs = 1_000, ofProcess = false, version = '' }: Options = {}): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  gaugesOfProcess(registers);
  const built = { name: 'banbo_build_info', help: 'The version, as a label of the value 1.', registers };
  new Gauge({ ...built, labelNames: ['version'] }).set({ version }, 1);
  const failures = new Counter({
    name: 'banbo_job_failures_total',
    help: 'Failed runs of background jobs on this server.',
    labelNames: ['job'],
    registers,
  });
  const jobsDone = new Map<string, number>();
  let known: ReadonlySet<string> | null = null;
  return {
    registry,
    calls: countCalls(registers),
    statements: countStatements(registers, slowStatementMs),
    jobs: {
      known: (jobs) => {
        known = new Set(jobs);
      },
      well: (job) => void jobsDone.set(job, Date.now() / 1_000),
      failed: (job) => failures.inc({ job }),
    },
    jobsDone,
    isJob: (name) => known?.has(name) !== false,
  };
};
