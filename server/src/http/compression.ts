import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes. A smaller answer fits one packet either way. */
const MIN_BYTES = 1_400;

const HOW: FastifyCompressOptions = { threshold: MIN_BYTES, encodings: ['br', 'gzip'], globalDecompression: false };

/** Lets routes of this scope compress a page of HTML by `reply.compress`. */
export const compressOnRequest = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, { ...HOW, global: false, customTypes: /^text\/html/ });
};

/**
 * Compresses the JSON of this scope, except answers that hold a session's tokens: compressed beside the caller's own
 * input, their length would leak them (the BREACH attack). Files of lists go out as they are: `customTypes` only adds to
 * the kinds that are compressed, and a long CSV would cost the processor more than the way.
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    const { cookie, file } = route.config?.endpoint ?? {};
    if (cookie || file) route.compress = false;
  });
  await app.register(compress, { ...HOW, customTypes: /^application\/json/ });
};
