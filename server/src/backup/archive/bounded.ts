import type { Readable } from 'node:stream';

/**
 * Reads a small object whole. Fails for one of more bytes than `most`, as somebody else could have
 * put there: it would fill the memory.
 */
export const bufferUpTo = async (content: Readable, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most) throw new Error('It is larger than any of its kind');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
