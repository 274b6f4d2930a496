import { afterAll, beforeAll, test } from 'vitest';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { s3Archive } from '#integrations/archive/s3-archive.ts';
import { keepsNothingBroken, keepsStreams } from './archive-promises.ts';
import { startSwift } from './swift.ts';

let swift: Awaited<ReturnType<typeof startSwift>>;
beforeAll(async () => {
  swift = await startSwift(20);
});
afterAll(() => swift.stop());

const PLACES: [string, () => ArchiveStore][] = [
  ['a bucket', () => s3Archive({ ...swift.settings, prefix: '' })],
  ['a bucket below a prefix', () => s3Archive({ ...swift.settings, prefix: 'banbo/' })],
];

test.each(PLACES)('%s keeps streams whole, of no size or of several parts, and lists and removes them', (_, open) =>
  keepsStreams(open()),
);

test.each(PLACES)('%s keeps nothing of a stream that breaks', (_, open) => keepsNothingBroken(open()));
