import { addAbortSignal, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../files/s3-files.ts';
import type { ArchiveStore } from './archive-store.ts';

/**
 * Milliseconds to connect, and of silence, after which a call fails; PostgreSQL asks again. A part
 * may take minutes over a slow line.
 */
const TIMES = { connectionTimeout: 5_000, socketTimeout: 30_000 };
/** Bytes of a part of a large object at least, each of which is in memory until it is stored. */
const PART_BYTES = 16 * 1024 * 1024;
/** A service takes 10,000. */
const MOST_PARTS = 9_000;
const REMOVED_AT_ONCE = 16;

const isMissing = (error: unknown): boolean => error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Backups in an S3 bucket, below a prefix that is empty or ends with a slash. */
export const s3Archive = (settings: S3Settings & { prefix: string }): ArchiveStore => {
  const { bucket: Bucket, prefix, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: TIMES,
    maxAttempts: 2,
    // Services other than Amazon's do not all know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  // A bucket of the same name with another service is another place.
  const service = endpoint ? ` of ${new URL(endpoint).host}` : '';
  const place = `the bucket ${Bucket}${prefix === '' ? '' : ` at ${prefix}`}${service}`;
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  const storeUntil = (signal?: AbortSignal): ArchiveStore => {
    const options = signal ? { abortSignal: signal } : {};
    return {
      place,
      mayVanish: false,
      until: storeUntil,
      put: async (name, content, most = 0) => {
        const params = { ...at(name), Body: content };
        const partSize = Math.max(PART_BYTES, Math.ceil(most / MOST_PARTS));
        const upload = new Upload({ client, params, partSize, queueSize: 1 });
        const abort = () => void upload.abort();
        signal?.throwIfAborted();
        signal?.addEventListener('abort', abort);
        try {
          await upload.done();
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      },
      get: async (name) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)), options);
          return signal ? addAbortSignal(signal, Body as Readable) : (Body as Readable);
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      },
      has: async (name) => {
        try {
          await client.send(new HeadObjectCommand(at(name)), options);
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      },
      list: async function* (below) {
        let ContinuationToken: string | undefined;
        do {
          const page = await client.send(
            new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${below}`, ContinuationToken }),
            options,
          );
          yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : Key.slice(prefix.length)));
          ContinuationToken = page.NextContinuationToken;
        } while (ContinuationToken);
      },
      // One by one: services other than Amazon's want another checksum of calls that remove many.
      remove: async (names) => {
        for (let from = 0; from < names.length; from += REMOVED_AT_ONCE) {
          const some = names.slice(from, from + REMOVED_AT_ONCE);
          await Promise.all(some.map((name) => client.send(new DeleteObjectCommand(at(name)), options)));
        }
      },
      // A page of them at a time: each night removes more.
      removeDrafts: async (before) => {
        const { Uploads = [] } = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
          options,
        );
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated === undefined || Initiated >= before) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options);
        }
      },
    };
  };
  return storeUntil();
};
