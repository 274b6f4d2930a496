import type { FastifyRequest, FastifyServerOptions } from 'fastify';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** The values with which a statement failed: those are people's data, and hashes of passwords. */
const NEVER_LOGGED = ['err.params', 'err.detail', 'err.where', 'err.queryOptions'];

/** A query holds what people search for: names, mobile numbers, usernames. The path says enough of what was called. */
const pathOf = (url: string): string => url.replace(/[?#].*$/s, '');

/** No header is in it: some characters that a header may have are ends of lines to whoever reads the log. */
const serializers = {
  req: ({ method, url, ip }: FastifyRequest) => ({ method, url: pathOf(url), remoteAddress: ip }),
};

/** How the app logs: JSON lines at `level` and above, without what must stay inside. */
export const logging = (level: string): LoggerOptions => ({
  level,
  redact: { paths: NEVER_LOGGED, remove: true },
  serializers,
});
