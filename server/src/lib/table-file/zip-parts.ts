import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { tooLarge, unreadable } from './table-row.ts';

const MAX_ENTRIES = 1_000;
/** Bytes that all parts that are read may have together when they are unpacked. */
const MAX_UNPACKED = 64_000_000;

export type ZipParts = {
  has: (name: string) => boolean;
  /** A part's text by pieces. Empty where there is no such part. */
  read: (name: string) => AsyncGenerator<string>;
};

const opened = async (bytes: Uint8Array): Promise<[ZipFile, Map<string, Entry>]> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  });
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge('This file has too many parts for a workbook.');
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return [zip, entries];
};

/**
 * The parts of a ZIP file in memory. What a part unpacks to is known before and held to: a part that says too much, or unpacks
 * to more than it says, is refused.
 */
export const openZip = async (bytes: Uint8Array): Promise<ZipParts> => {
  const [zip, entries] = await opened(bytes).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'Refusal'
      ? error
      : unreadable('This file is damaged and cannot be unpacked.', error);
  });
  let left = MAX_UNPACKED;
  return {
    has: (name) => entries.has(name),
    read: async function* (name) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw unreadable('This file is protected by a password.');
      left -= entry.uncompressedSize;
      if (left < 0) throw tooLarge('This file unpacks to more than can be read. Please split it into shorter ones.');
      const decoder = new TextDecoder('utf-8');
      try {
        const stream: Readable = await zip.openReadStreamPromise(entry);
        for await (const piece of stream as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
      } catch (error) {
        throw unreadable('This file is damaged and cannot be unpacked.', error);
      }
    },
  };
};
