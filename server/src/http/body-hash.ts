import { createHash, type Hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { giveWay } from '#lib/give-way.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 in hex of the body as it was sent; of no bytes where a call has no body. */
    bodyHash: string;
  }
}

/** Each text with its length before it, so that no two lists of texts run together into the same bytes. */
const add = (hash: Hash, ...texts: (string | number)[]): void => {
  for (const text of texts) hash.update(`${Buffer.byteLength(String(text))}:${text}`);
};

/**
 * The hash of a form's parts: their names and bytes in the order of their names. A browser draws a new boundary for each
 * sending of one form, so the bytes of the whole body never repeat. A file is read in pieces, without a copy of it.
 */
export const hashForm = async (form: Record<string, string | File>): Promise<string> => {
  const hash = createHash('sha256');
  const letOthers = giveWay();
  for (const [name, value] of Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (typeof value === 'string') add(hash, name, 'text', value);
    else {
      add(hash, name, 'file', value.size);
      for await (const piece of value.stream()) {
        hash.update(piece);
        await letOthers();
      }
    }
  }
  return hash.digest('hex');
};

const ofBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Gives every request of this scope its hash, of a JSON body taken from the raw bytes before anything reads them. */
export const hashBodies = (app: FastifyInstance): void => {
  app.decorateRequest('bodyHash', ofBytes(new Uint8Array()));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.endpoint?.idempotent) request.bodyHash = ofBytes(body);
    parse(request, body.toString(), done);
  });
};
