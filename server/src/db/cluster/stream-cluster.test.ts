import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packFolder, unpackFolder } from './stream-cluster.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-stream-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a program that is missing fails the copy alone, also where nobody waits for it yet', async () => {
  const packed = packFolder(folder, { kind: 'self' }, {});
  // Here a refusal that nothing awaits would end the process.
  await new Promise(setImmediate);
  await expect(buffer(packed)).rejects.toThrow('ENOENT');
  await expect(unpackFolder(Readable.from(['x']), folder, { kind: 'self' })).rejects.toThrow('ENOENT');
});
