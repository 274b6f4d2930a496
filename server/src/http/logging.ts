import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { presentCallId } from '#lib/call-id.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** The values of a failed statement: they are people's data, and hashes of passwords. */
const NEVER_LOGGED = ['err.params', 'err.detail', 'err.where', 'err.queryOptions'];

/** The path without the query, which holds people's searches: names, mobile numbers, usernames. */
const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

/** Logs no header: some characters that a header may contain end a line in log viewers. */
const serializers = {
  req: ({ method, url, ip }: FastifyRequest) => ({ method, url: pathOf(url), remoteAddress: ip }),
};

/** Adds the id of the call or job to lines of the app; those of a request have it already. */
const mixin = (_line: object, _level: number, logger: { bindings?: () => { reqId?: string } }): object => {
  const id = presentCallId();
  return id === undefined || logger.bindings?.().reqId !== undefined ? {} : { reqId: id };
};

/** The log's options: JSON lines at `level` and above, without people's data. */
export const logging = (level: string): LoggerOptions => ({
  level,
  redact: { paths: NEVER_LOGGED, remove: true },
  serializers,
  mixin,
});
