import type { FastifyReply, FastifyRequest } from 'fastify';

/** A proxy that compresses an answer weakens its tag to `W/"1"`, which names the same version (RFC 9110, 13.1.2). */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True when the caller has the version of this ETag, `"1"`, so that a 304 without a body answers it. */
export const holdsVersion = ({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean => {
  const held = headers['if-none-match'] ?? '';
  return held.trim() === '*' || held.split(',').some((one) => opaque(one) === opaque(tag));
};

/** Sends a PDF to be shown in the browser, or saved under its name. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
