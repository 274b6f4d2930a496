import type { FastifyRequest } from 'fastify';

/** A proxy that compresses an answer weakens its tag to `W/"1"`, which names the same version (RFC 9110, 13.1.2). */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True when the caller has the version of this ETag, `"1"`, so that a 304 without a body answers it. */
export const holdsVersion = ({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean => {
  const held = headers['if-none-match'] ?? '';
  return held.trim() === '*' || held.split(',').some((one) => opaque(one) === opaque(tag));
};
