import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { Id } from '../common/ids.ts';
import { contactFields } from './contact-list.ts';
import { MESSAGE_STATUSES } from './outbox-list.ts';

/** Somebody on the staff who may answer. */
export const ContactPerson = z.object({ id: Id, username: z.string(), fullname: z.string() });
export type ContactPerson = z.infer<typeof ContactPerson>;

/** The driver whom the message is from, or about. */
const ContactDriver = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  is_removed: z.boolean(),
});
export type ContactDriver = z.infer<typeof ContactDriver>;

export const CONTACT_ENTRY_KINDS = ['reply', 'answered', 'note'] as const;

/** A reply by mail, word of an answer by another way (`answered`), or a note that only staff see. */
const ContactEntry = z.object({
  id: Id,
  kind: z.enum(CONTACT_ENTRY_KINDS),
  text: z.string(),
  by: z.string(),
  at: Instant,
  /** How far the mail of a reply is; null where the outbox has it no more, and of other entries. */
  mail: z.enum(MESSAGE_STATUSES).nullable(),
});
export type ContactEntry = z.infer<typeof ContactEntry>;

/** A visitor's message with all that was done with it. */
export const ContactRecord = z.object({
  ...contactFields,
  /** Why it was closed or marked as spam. */
  status_reason: z.string().nullable(),
  assigned_to: ContactPerson.nullable(),
  assigned_at: Instant.nullable(),
  replied_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  driver: ContactDriver.nullable(),
  /** The oldest first. */
  entries: z.array(ContactEntry),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
  /** True where a service sends mail. */
  mails_are_sent: z.boolean(),
});
export type ContactRecord = z.infer<typeof ContactRecord>;
