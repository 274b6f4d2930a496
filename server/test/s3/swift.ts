import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#integrations/files/s3-files.ts';

const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, 'swift-server.py');

/** Starts OpenStack Swift with an empty bucket, which lists so many keys at once. */
export const startSwift = async (keysOfPage: number): Promise<{ settings: S3Settings; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-s3-'));
  const key = { accessKeyId: 'test:an-id', secretAccessKey: 'a-secret' };
  const args = [PROGRAM, folder, 'an-id', key.secretAccessKey, String(keysOfPage)];
  const server = spawn(PYTHON, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const port = await Promise.race([
    once(server.stdout, 'data').then(([text]) => String(text).trim()),
    ended.then(([code]) => Promise.reject(new Error(`Swift ended at its start with ${code}`))),
  ]);
  const settings = { bucket: 'photos', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...key };
  const { region, endpoint } = settings;
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials: key });
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  client.destroy();
  return {
    settings,
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};
