import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bindFiles } from '#domains/files';
import type { FileStore } from './file-store.ts';
import { s3Files } from './s3-files.ts';

type Stored = { bytes: Buffer };

let listed = 0;

/** The part of S3 that the store uses: signed PUT, GET, HEAD, DELETE and bounded listing. */
const service = (objects: Map<string, Stored>): Server => {
  const listing = ({ searchParams }: URL): string => {
    const after = searchParams.get('continuation-token') ?? '';
    const within = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? ''));
    const keys = within.filter((key) => key > after).sort();
    const most = Number(searchParams.get('max-keys') ?? 1000);
    const page = keys.slice(0, most);
    listed += page.length;
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
    const next = keys.length > most ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`;
  };
  const answer = async (request: IncomingMessage): Promise<[number, string | Buffer]> => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=an-id/');
    if (!signed) return [403, '<Error><Code>AccessDenied</Code></Error>'];
    const key = url.pathname.replace(/^\/photos\/?/, '');
    if (request.method === 'PUT') {
      objects.set(key, { bytes: await buffer(request) });
      return [200, ''];
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return [204, ''];
    }
    if (key === '') return [200, listing(url)];
    const found = objects.get(key);
    return found ? [200, found.bytes] : [404, '<Error><Code>NoSuchKey</Code><Message>None.</Message></Error>'];
  };
  return createServer((request, response) => {
    answer(request).then(([status, body]) => {
      response.writeHead(status, typeof body === 'string' ? { 'content-type': 'application/xml' } : {}).end(body);
    });
  });
};

const objects = new Map<string, Stored>();
let server: Server;
let files: FileStore;
beforeAll(async () => {
  server = service(objects);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: 'photos', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
  files = s3Files({ ...settings, accessKeyId: 'an-id', secretAccessKey: 'a-secret' });
});
beforeEach(() => objects.clear());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const batchesOf = async (list: AsyncIterable<string[]>): Promise<string[][]> => {
  const batches: string[][] = [];
  for await (const keys of list) batches.push(keys);
  return batches;
};

test('what is stored comes back, and is gone when removed', async () => {
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]);
  await files.put('drivers/a.jpg', bytes);
  expect([...objects.keys()]).toEqual(['drivers/a.jpg']);
  const read = await files.get('drivers/a.jpg');
  expect(read && (await buffer(read))).toEqual(bytes);
  await files.remove('drivers/a.jpg');
  expect(await files.get('drivers/a.jpg')).toBeNull();
  await files.remove('drivers/a.jpg');
});

test('whether a folder is empty, or has a file, is known without listing it', async () => {
  expect(await files.isEmpty('drivers')).toBe(true);
  for (const key of ['drivers/a.jpg', 'drivers/b.jpg', 'drivers/c.jpg']) await files.put(key, new Uint8Array([1]));
  listed = 0;
  expect(await files.isEmpty('drivers')).toBe(false);
  expect(listed).toBe(1);
  expect(await files.isEmpty('other')).toBe(true);
  expect(await files.has('drivers/a.jpg')).toBe(true);
  expect(await files.has('drivers/z.jpg')).toBe(false);
});

test('a bucket of more than a thousand files lists all of them', async () => {
  for (let n = 0; n < 1_001; n += 1) objects.set(`drivers/${n}.jpg`, { bytes: Buffer.from('x') });
  objects.set('other/a.jpg', { bytes: Buffer.from('x') });
  const keys = (await batchesOf(files.list('drivers'))).flat();
  expect(keys).toHaveLength(1_001);
  expect(new Set(keys).size).toBe(1_001);
});

test('a bucket carries the id of its database, and is refused to another one', async () => {
  const claim = (id: string, keys: string[] = []) =>
    bindFiles(files, id, { folder: 'drivers', sampleKeys: async () => keys });
  await claim('our-id');
  await files.put('drivers/a.jpg', new Uint8Array([1]));
  await claim('our-id', ['drivers/a.jpg']);
  await expect(claim('their-id')).rejects.toThrow('The photos in the bucket photos belong to another database');
  objects.delete('banbo/identity.txt');
  await expect(claim('their-id', ['drivers/gone.jpg'])).rejects.toThrow('Nothing says that the photos in the bucket');
  await claim('our-id', ['drivers/a.jpg']);
  objects.clear();
  await expect(claim('our-id', ['drivers/a.jpg'])).rejects.toThrow('there are none in the bucket photos');
});

test('a service that refuses us is an error, not a missing file', async () => {
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: 'photos', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
  const stranger = s3Files({ ...settings, accessKeyId: 'nobody', secretAccessKey: 'a-secret' });
  await expect(stranger.get('drivers/a.jpg')).rejects.toThrow();
  await expect(stranger.put('drivers/a.jpg', new Uint8Array([1]))).rejects.toThrow();
});
