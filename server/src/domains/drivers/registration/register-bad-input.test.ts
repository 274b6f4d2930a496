import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Registration, today } from '@banbo/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { s3Files } from '#integrations/files/s3-files.ts';
import { hugePng, largeJpeg, photoJpeg, svgPhoto, textPng, truncatedJpeg } from '../../../../test/builders/photos.ts';
import { formOf, nextRegistration } from '../../../../test/builders/registrations.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind, nextAddress, sendForm, sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

// Every input in this file is refused, so none may leave anything behind.
let before: Awaited<ReturnType<typeof leftBehind>>;
beforeEach(async () => {
  before = await leftBehind(it);
});
afterEach(async () => {
  it.files.failure = null;
  expect(await leftBehind(it)).toEqual(before);
});

const KEY = { 'idempotency-key': 'a-key-for-bad-input-0001' };

const photos: [string, () => Promise<File> | File, number, string, string][] = [
  ['of 3 MB', () => largeJpeg(3_000_000), 413, 'too_large', 'image/jpeg is too large. Please pick a small image'],
  ['that is a text named .png', textPng, 415, 'unsupported_photo', 'text/plain is not a supported format'],
  ['that is an SVG', svgPhoto, 415, 'unsupported_photo', 'image/svg+xml is not a supported format'],
  [
    'of 20,000 × 20,000 pixels',
    () => hugePng(20_000),
    413,
    'too_large',
    'The photo has too many pixels. Please pick one of at most 24 megapixels.',
  ],
  [
    'cut off in the middle',
    truncatedJpeg,
    415,
    'unsupported_photo',
    'The photo could not be read. Please choose another one.',
  ],
  [
    'with garbage in it',
    async () => {
      const bytes = await (await photoJpeg()).bytes();
      return new File([bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 200)], 'face.jpg');
    },
    415,
    'unsupported_photo',
    'The photo could not be read. Please choose another one.',
  ],
  [
    'that is empty',
    () => new File([], 'empty.jpg', { type: 'image/jpeg' }),
    415,
    'unsupported_photo',
    'The photo could not be read. Please choose another one.',
  ],
];

test.each(photos)('a photo %s is refused', async (_, photo, status, code, message) => {
  const answer = await sendRegistration(it, { file: await photo() }, KEY);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code, message, issues: [{ path: 'body.file', message }] });
});

test('two photos are refused', async () => {
  const form = formOf(nextRegistration({ file: await photoJpeg(1) }));
  form.append('file', await photoJpeg(2));
  const { status, body } = await sendForm(it, form, KEY);
  expect(status).toBe(400);
  expect(body.message).toBe('Only 1 images can be uploaded at a time');
});

const ISSUED = 'The date issued must be a past day.';
const EXPIRY = 'The expiry date must be ten years after the date issued, minus one day.';

const fields: [string, Partial<Registration>, keyof Registration, string][] = [
  ['a day that does not exist', { date_of_birth: '1990-02-30' }, 'date_of_birth', 'Give a day that exists'],
  ['a birth in the future', { date_of_birth: '2990-01-01' }, 'date_of_birth', 'must be a past day'],
  ['a birth long ago', { date_of_birth: '1890-01-01' }, 'date_of_birth', 'must be a past day'],
  ['a driver born today', { date_of_birth: today() }, 'date_of_birth', 'at least 18 years old'],
  ['a Ghana Card without its digits', { id_number: 'GHA-1' }, 'id_number', 'like GHA-712345678-9'],
  [
    'the same behind a type with other spaces',
    { identification_type: 'ghana \u00a0 card', id_number: 'GHA-1' },
    'id_number',
    'like GHA-712345678-9',
  ],
  ['a Ghana Card of no country', { id_number: 'GHB-712345678-9' }, 'id_number', 'GHB is no country'],
  ['an ID number of another script', { id_number: 'GHA-٧12345678-9' }, 'id_number', 'has ٧'],
  ['a car number of another script', { car_number: 'СR 1234-20' }, 'car_number', 'The car number has С.'],
  ['a document from the future', { date_issued: '2990-01-01', expiry_date: '2999-12-31' }, 'date_issued', ISSUED],
  [
    'a document older than its owner',
    { date_of_birth: '2000-01-02', date_issued: '2000-01-01', expiry_date: '2009-12-31' },
    'date_issued',
    'before the date of birth',
  ],
  ['an expiry of its own', { date_issued: '2020-05-05', expiry_date: '2030-05-05' }, 'expiry_date', EXPIRY],
  ['an unknown nationality', { nationality: 'ATLANTEAN' }, 'nationality', 'choose the nationality from the list'],
  ['an unknown document', { identification_type: 'LIBRARY CARD' }, 'identification_type', 'from the list'],
  [
    'no name but spaces and signs',
    { first_name: '   ', last_name: '---' },
    'first_name',
    'Please enter the name. One of the two is enough.',
  ],
  ['a name with NUL', { last_name: 'MEN\0SAH' }, 'last_name', 'cannot be seen'],
  ['a name that turns the writing', { last_name: 'MEN‮HAS' }, 'last_name', 'cannot be seen'],
  ['a long name', { last_name: 'M'.repeat(61) }, 'last_name', 'at most 60 characters'],
  ['a car number of signs', { car_number: '- -' }, 'car_number', 'as on the plate'],
  ['a car number with NUL', { car_number: 'GR\0 1-20' }, 'car_number', 'cannot be seen'],
  ['a foreign mobile', { mobile_number: '+44 20 7946 0000' }, 'mobile_number', 'Ghana phone number'],
  ['a short mobile', { mobile_number: '024 123' }, 'mobile_number', 'Ghana phone number'],
  ['no e-mail address', { email: 'ama at home' }, 'email', 'e-mail address'],
  ['an ID number of signs', { id_number: '/-/' }, 'id_number', 'in letters or digits'],
];

test.each(fields)('%s is refused, and the field is named', async (_, given, field, message) => {
  const { status, body } = await sendRegistration(it, { ...given, file: await photoJpeg() }, KEY);
  expect(status).toBe(400);
  expect(body.code).toBe('invalid_input');
  expect(body.message).toContain(message);
  expect(body.issues).toEqual([{ path: `body.${field}`, message: body.message }]);
});

test.each([
  ['gender', 'Please choose the gender.'],
  ['marital_status', 'Please choose the marital status.'],
  ['kin_relationship', 'Please choose the relationship from the list.'],
  ['plan', 'Please choose a plan that is offered.'],
])('a %s that is not offered is refused', async (field, message) => {
  const form = formOf(nextRegistration());
  form.set(field, 'OTHER');
  expect((await sendForm(it, form, KEY)).body).toMatchObject({ message, issues: [{ path: `body.${field}` }] });
});

test('everything that is wrong with the lookups and days is named at once', async () => {
  const wrong = { nationality: 'X1', identification_type: 'X2', expiry_date: '2030-01-01' };
  const { body } = await sendRegistration(it, wrong, KEY);
  expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([
    'body.nationality',
    'body.identification_type',
    'body.expiry_date',
  ]);
});

test('every required field is missed', async () => {
  const required = Object.keys(nextRegistration()).filter(
    (name) =>
      ![
        'first_name',
        'last_name',
        'spouse_mobile_number',
        'gps_address',
        'reference_person',
        'reference_mobile_number',
        'plan',
      ].includes(name),
  );
  expect(required).toHaveLength(14);
  for (const name of required) {
    const form = formOf(nextRegistration());
    form.delete(name);
    const { status, body } = await sendForm(it, form, KEY);
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: `body.${name}` }]);
  }
});

test('a field that is not asked for, or is sent twice, is refused', async () => {
  const extra = formOf(nextRegistration());
  extra.set('role', 'SuperAdmin');
  expect((await sendForm(it, extra, KEY)).status).toBe(400);
  const twice = formOf(nextRegistration());
  twice.append('car_number', 'GR 2-20');
  expect((await sendForm(it, twice, KEY)).body.message).toBe('car_number was sent twice.');
});

test('a body of 50 MB is refused with a sentence', async () => {
  const form = formOf(nextRegistration());
  const jpeg = await (await photoJpeg()).bytes();
  form.set('file', new File([jpeg, new Uint8Array(50_000_000)], 'face.jpg', { type: 'image/jpeg' }));
  const photo = await sendForm(it, form, KEY);
  expect(photo.status).toBe(413);
  expect(photo.body.message).toBe('image/jpeg is too large. Please pick a small image');
  const text = formOf(nextRegistration());
  text.set('next_of_kin', 'K'.repeat(50_000_000));
  expect((await sendForm(it, text, KEY)).body).toMatchObject({
    code: 'too_large',
    message: 'next_of_kin is too long.',
  });
});

test('what is not a form is refused', async () => {
  const json = await it.app.inject({
    method: 'POST',
    url: '/api/drivers',
    remoteAddress: nextAddress(),
    payload: nextRegistration(),
  });
  expect(json.statusCode).toBe(415);
  expect(json.json().code).toBe('unsupported_media');
  const broken = await it.app.inject({
    method: 'POST',
    url: '/api/drivers',
    remoteAddress: nextAddress(),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
  });
  expect(broken.statusCode).toBe(400);
  expect(broken.json()).toMatchObject({ code: 'invalid_input', message: 'The form could not be read.' });
});

test('a full disk is said to be full, and nothing is saved', async () => {
  it.files.failure = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, KEY);
  expect(status).toBe(503);
  expect(body.code).toBe('storage_full');
  expect(body.message).toBe('The server’s disk is full, so nothing was saved. Please try again later.');
});

test('a server with too many open files is busy, and nothing is saved', async () => {
  it.files.failure = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, KEY);
  expect([status, body.code]).toEqual([503, 'busy']);
});

test('a disk that answers EIO is said to have failed, and nothing is saved', async () => {
  it.files.failure = Object.assign(new Error('i/o error'), { code: 'EIO' });
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, KEY);
  expect(status).toBe(503);
  expect(body.code).toBe('storage_failed');
  expect(body.message).toBe('The photo could not be stored, so nothing was saved. Please try again later.');
});

/** The error of a bucket at this port, as its service's library gives it. */
const failureOfBucket = async (port: number): Promise<Error | null> => {
  const settings = { bucket: 'photos', region: 'us-east-1', endpoint: `http://localhost:${port}` };
  const bucket = s3Files({ ...settings, accessKeyId: 'an-id', secretAccessKey: 'a-secret' });
  return bucket.put('drivers/a.jpg', new Uint8Array([1])).then(
    () => null,
    (error: Error) => error,
  );
};

test.each([
  ['nobody answers for', false],
  ['breaks every call off', true],
])('a bucket that %s is said to have failed, not a busy server, and nothing is saved', async (_, isThere) => {
  const service = createServer((socket) => socket.destroy()).listen(0, 'localhost');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  if (!isThere) service.close();
  it.files.failure = await failureOfBucket(port);
  expect(it.files.failure).toMatchObject({ code: isThere ? 'ECONNRESET' : 'ECONNREFUSED' });
  if (isThere) service.close();
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, KEY);
  expect([status, body.code]).toEqual([503, 'storage_failed']);
  expect(body.message).toBe('The photo could not be stored, so nothing was saved. Please try again later.');
});

test('an Idempotency-Key of another form is refused', async () => {
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, { 'idempotency-key': 'short' });
  expect(status).toBe(400);
  expect(body.message).toContain('Idempotency-Key');
});
