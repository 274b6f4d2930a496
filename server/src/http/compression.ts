import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this an answer fits one packet either way. */
const MIN_BYTES = 1_400;

/**
 * Compresses the JSON of this scope. Answers that hold a session's tokens are left alone: compressed beside what a caller
 * sent, their length would tell of them.
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint?.cookie) route.compress = false;
  });
  await app.register(compress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    globalDecompression: false,
  });
};
