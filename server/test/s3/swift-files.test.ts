import { afterAll, beforeAll } from 'vitest';
import { testFilePromises } from './file-promises.ts';
import { startSwift } from './swift.ts';

// Each promise holds on a service that others wrote and run: the S3 interface of OpenStack Swift.

const KEYS_OF_PAGE = 20;

let swift: Awaited<ReturnType<typeof startSwift>>;
beforeAll(async () => {
  swift = await startSwift(KEYS_OF_PAGE);
});
afterAll(() => swift.stop());

testFilePromises(() => swift.settings, KEYS_OF_PAGE);
