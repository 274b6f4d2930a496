import { S3Driver } from 'flydrive/drivers/s3';
import type { FileStore } from './file-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** For a service other than Amazon's, such as `https://minio.example.com`. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Files in an S3 bucket that only we read. */
export const s3Files = ({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings): FileStore => {
  const driver = new S3Driver({
    bucket,
    region,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    supportsACL: false,
    // Other services rarely have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  return {
    place: `the bucket ${bucket}`,
    put: (key, bytes) => driver.put(key, bytes, { contentType: key.endsWith('.txt') ? 'text/plain' : 'image/jpeg' }),
    get: async (key) => {
      try {
        return await driver.getStream(key);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (key) => driver.delete(key),
    has: (key) => driver.exists(key),
    isEmpty: async (folder) => {
      const { objects } = await driver.listAll(`${folder}/`, { recursive: true, maxResults: 1 });
      return [...objects].length === 0;
    },
    list: async function* (folder) {
      let paginationToken: string | undefined;
      do {
        const page = await driver.listAll(`${folder}/`, {
          recursive: true,
          ...(paginationToken && { paginationToken }),
        });
        yield [...page.objects].flatMap((found) => (found.isFile ? found.key : []));
        paginationToken = page.paginationToken;
      } while (paginationToken);
    },
  };
};
