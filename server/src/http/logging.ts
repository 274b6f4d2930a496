import type { FastifyServerOptions } from 'fastify';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Credentials, and the values with which a statement failed: those are people's data, and hashes of passwords. */
const NEVER_LOGGED = [
  ...['req.headers.authorization', 'req.headers.cookie'],
  ...['err.params', 'err.detail', 'err.where', 'err.queryOptions'],
];

/** How the app logs: JSON lines at `level` and above, without what must stay inside. */
export const logging = (level: string): LoggerOptions => ({ level, redact: { paths: NEVER_LOGGED, remove: true } });
