import { MAX_PHOTO_BYTES } from '@banbo/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';

const MAX_FIELD_BYTES = 2_000;
const MAX_FIELDS = 60;
/** A larger body is not read to its end just to answer in words: the connection is closed. */
const MAX_FORM_BYTES = 64_000_000;

const boundBody = ({ raw }: FastifyRequest): void => {
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_FORM_BYTES) raw.destroy();
  });
};

/** The parts of a form as one object: texts as they are, a file as a `File`. A field named twice is refused. */
const readForm = async (request: FastifyRequest): Promise<Record<string, string | File>> => {
  const form: Record<string, string | File> = Object.create(null);
  boundBody(request);
  for await (const part of request.parts()) {
    if (part.fieldname in form) {
      const message =
        part.type === 'file' ? 'Only 1 images can be uploaded at a time' : `${part.fieldname} was sent twice.`;
      throw new Refusal('invalid_input', message);
    }
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.filename)
        form[part.fieldname] = new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype });
    } else {
      if (part.valueTruncated) throw new Refusal('too_large', `${part.fieldname} is too long.`);
      if (typeof part.value !== 'string') throw new Refusal('invalid_input', `${part.fieldname} must be a text.`);
      form[part.fieldname] = part.value;
    }
  }
  return { ...form };
};

/** What the parser says of a body that is no form has neither a code nor a status of its own. */
const refuseUnreadable = (error: unknown): never => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
  throw new Refusal('invalid_input', 'The form could not be read.', {}, { cause: error });
};

/** Endpoints that consume `multipart/form-data` get their parts as the body, before it is validated. */
export const readForms = (app: FastifyInstance): void => {
  app.register(multipart, {
    // One byte more than allowed, so that the photo's own check gives its own message.
    limits: {
      fileSize: MAX_PHOTO_BYTES + 1,
      files: 2,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 2,
    },
    throwFileSizeLimit: false,
  });
  app.addHook('preValidation', async (request) => {
    if (!request.routeOptions.config.endpoint?.schema.consumes?.includes('multipart/form-data')) return;
    if (!request.isMultipart()) throw new Refusal('unsupported_media', 'Send this as a form (multipart/form-data).');
    request.body = await readForm(request).catch(refuseUnreadable);
  });
};
