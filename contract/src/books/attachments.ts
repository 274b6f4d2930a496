import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';

const endpoint = endpointsOf('books');

/** The most papers that a record of the books takes. */
export const MAX_ATTACHMENTS = 10;

/** Bytes of the largest PDF. Pictures have the limit of photos. */
export const MAX_ATTACHMENT_BYTES = 10_000_000;

/** Records of the books that take papers. Their names stand in rows, so never change one. */
export const ATTACHED_KINDS = ['journal', 'expense'] as const;
export type AttachedKind = (typeof ATTACHED_KINDS)[number];

export const ATTACHMENT_TYPES = ['application/pdf', 'image/jpeg'] as const;

/** A paper of a journal or an expense, without its content. */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(ATTACHMENT_TYPES),
  /** Bytes of the content as it is stored. */
  size: z.number().int(),
  /** Of the content as it is stored, in hexadecimal digits. */
  sha256: z.string(),
  added_by: z.string(),
  added_at: Instant,
});
export type Attachment = z.infer<typeof Attachment>;

export const NewAttachment = z.strictObject({
  subject_kind: z.enum(ATTACHED_KINDS),
  subject_id: Id,
  file: z.file('Please choose a file.'),
});
export type NewAttachment = z.infer<typeof NewAttachment>;

/** States in which papers are added, and those in which one is removed. No expense is a draft. */
export const ADDS_ATTACHMENTS: ReadonlySet<string> = new Set(['draft', 'asked', 'posted']);
export const REMOVES_ATTACHMENTS: ReadonlySet<string> = new Set(['draft']);

export const addAttachment = endpoint('POST /book_attachments', 'books.write', {
  summary: 'Attach a PDF or a picture to a journal or an expense',
  description: 'Pictures are stored as JPEG without metadata, PDFs as they are. At most ten a record.',
  idempotent: true,
  maxFileBytes: MAX_ATTACHMENT_BYTES,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'conflict', 'too_large', 'unsupported_media', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: NewAttachment,
  created: Done.extend({ id: Id }),
});

export const getAttachment = endpoint('GET /book_attachments/:id', 'books.read', {
  summary: 'The content of a paper, to be saved',
  errors: ['not_found'],
  file: [...ATTACHMENT_TYPES],
});

export const removeAttachment = endpoint('DELETE /book_attachments/:id', 'books.write', {
  summary: 'Remove a paper from a draft',
  errors: ['not_found', 'conflict'],
});

export const attachmentEndpoints = { addAttachment, getAttachment, removeAttachment } as const;
