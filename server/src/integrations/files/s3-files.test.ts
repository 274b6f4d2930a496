import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFilePromises } from '../../../test/s3/file-promises.ts';

type Stored = { bytes: Buffer };

let listed = 0;

/** The part of S3 that the store uses: signed PUT, GET, HEAD, DELETE and bounded listing. */
const service = (objects: Map<string, Stored>): Server => {
  const listing = ({ searchParams }: URL): string => {
    const after = searchParams.get('continuation-token') ?? '';
    const within = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? ''));
    const keys = within.filter((key) => key > after).sort();
    const most = Number(searchParams.get('max-keys') ?? KEYS_OF_PAGE);
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

const KEYS_OF_PAGE = 1_000;

let server: Server;
beforeAll(async () => {
  server = service(new Map());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const settings = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { bucket: 'photos', region: 'us-east-1', endpoint, accessKeyId: 'an-id', secretAccessKey: 'a-secret' };
};

const { files } = testFilePromises(settings, KEYS_OF_PAGE);

test('whether a folder is empty is known without listing it', async () => {
  for (const key of ['drivers/a.jpg', 'drivers/b.jpg', 'drivers/c.jpg']) await files().put(key, new Uint8Array([1]));
  listed = 0;
  expect(await files().isEmpty('drivers')).toBe(false);
  expect(listed).toBe(1);
});
