import type { Readable } from 'node:stream';
import { MAX_PHOTO_BYTES } from '@banbo/contract';
import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal, refusalAt } from '#lib/refusal.ts';

const MAX_FIELD_BYTES = 2_000;
const MAX_FIELDS = 60;
/** Bytes. A larger body is not read to its end just to answer: its connection is closed. */
const MAX_FORM_BYTES = 64_000_000;

/** One byte more than allowed, so that the file's own check gives its own message. */
const mostOfFile = ({ routeOptions }: FastifyRequest): number =>
  (routeOptions.config.endpoint?.maxFileBytes ?? MAX_PHOTO_BYTES) + 1;

/** The largest amount of memory that a form holds: one file, and its texts. */
export const heldByForm = (request: FastifyRequest): number => mostOfFile(request) + MAX_FIELDS * MAX_FIELD_BYTES;

/** True for a form whose file may be larger than a photo. */
export const takesLargeFile = (request: FastifyRequest): boolean => mostOfFile(request) > MAX_PHOTO_BYTES + 1;

const tooManyFiles = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config.endpoint?.maxFileBytes === undefined
    ? 'Only 1 images can be uploaded at a time'
    : 'Only one file can be sent at a time.';

const FORM = 'multipart/form-data';

/** True for a call whose body is a form. */
export const takesForm = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.endpoint?.schema.consumes?.includes(FORM) ?? false;

const boundBody = ({ raw }: FastifyRequest): void => {
  let arrived = 0;
  raw.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > MAX_FORM_BYTES) raw.destroy();
  });
};

type Fields = Readonly<Record<string, z.ZodType>>;

const fieldsOf = ({ routeOptions }: FastifyRequest): Fields => {
  const body = routeOptions.config.endpoint?.schema.body;
  if (body instanceof z.ZodObject) return body.shape;
  throw new Error(`The form of ${routeOptions.url} has no list of fields`);
};

const isFileField = (field: unknown): boolean =>
  field instanceof z.ZodFile || (field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodFile);

const unfit = (field: string, message: string): Refusal => refusalAt('invalid_input', field, message);

/** Refuses a part that does not belong to the form before any of it is kept. */
const checkPart = ({ fieldname: name, type }: Multipart, fields: Fields, form: object, tooMany: string): void => {
  if (!Object.hasOwn(fields, name)) {
    const message = `This does not take ${name.slice(0, 40)}.`;
    throw new Refusal('invalid_input', message, { issues: [{ path: 'body', message }] });
  }
  const takesFile = isFileField(fields[name]);
  if (name in form) {
    throw unfit(name, takesFile ? tooMany : `${name} was sent twice.`);
  }
  if (type === 'file' && !takesFile) throw unfit(name, `${name} must be a text.`);
};

/** Collects a file of at most so many bytes in one buffer, however small its pieces are. */
const collect = async (file: Readable, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    if (length + piece.length > bytes.length) {
      const larger = new Uint8Array(Math.min(most, Math.max(2 * bytes.length, length + piece.length)));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
};

/**
 * The parts of a form as one object: texts as they are, a file as a `File`. Refuses unknown parts,
 * repeated fields and a file in place of a text as soon as they begin.
 */
const readForm = async (request: FastifyRequest, fields: Fields): Promise<Record<string, string | File>> => {
  const form: Record<string, string | File> = Object.create(null);
  const most = mostOfFile(request);
  boundBody(request);
  // The parser reports a text at its end, a file as it begins: so unknown parts count as files.
  const begun = new Set<string>();
  const isPartAFile = (name = '', _type?: string, filename?: string): boolean => {
    const isRepeated = begun.has(name);
    begun.add(name);
    return filename !== undefined || isRepeated || !Object.hasOwn(fields, name);
  };
  for await (const part of request.parts({ isPartAFile, limits: { fileSize: most } })) {
    checkPart(part, fields, form, tooManyFiles(request));
    if (part.type === 'file') {
      const bytes = await collect(part.file, most);
      if (part.filename) form[part.fieldname] = new File([bytes], part.filename, { type: part.mimetype });
    } else {
      if (part.valueTruncated) throw new Refusal('too_large', `${part.fieldname} is too long.`);
      if (typeof part.value !== 'string') throw unfit(part.fieldname, `${part.fieldname} must be a text.`);
      form[part.fieldname] = part.value;
    }
  }
  return { ...form };
};

/**
 * The parser's error for a body that is no form is a plain one, with neither a code nor a status of
 * its own. It is the sender's doing and nothing to log, unlike the error of a connection or of our
 * own code, which stays as the cause.
 */
const asUnreadable = (error: unknown): unknown => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) return error;
  const isOfParser = error instanceof Error && error.constructor === Error && !('code' in error);
  return new Refusal('invalid_input', 'The form could not be read.', {}, isOfParser ? {} : { cause: error });
};

/** Discards the rest of a body, since a sender reads the answer only afterwards. */
const discardRest = ({ raw }: FastifyRequest): void => {
  raw.unpipe();
  raw.resume();
};

/** Parses `multipart/form-data` into the body, before validation, for endpoints that consume it. */
export const readForms = (app: FastifyInstance): void => {
  app.register(multipart, {
    limits: {
      files: 2,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 2,
      headerPairs: 10,
    },
    throwFileSizeLimit: false,
  });
  app.addHook('preValidation', async (request) => {
    if (!takesForm(request)) return;
    if (!request.isMultipart()) throw new Refusal('unsupported_media', `Send this as a form (${FORM}).`);
    const fields = fieldsOf(request);
    try {
      request.body = await readForm(request, fields);
    } catch (error) {
      discardRest(request);
      throw asUnreadable(error);
    }
  });
};
