import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id, idParams } from '../common/ids.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { contactList } from './contact-list.ts';
import { ContactPerson, ContactRecord } from './contact-record.ts';
import { CONTACT_MOVES, CONTACT_STATUSES } from './contact-states.ts';
import { Reason } from './reason.ts';

const tags = ['messages'];
const access = 'contact.answer';

/** Characters of a reply and of a note. */
export const MAX_CONTACT_TEXT = 4000;
/** Replies and notes that one message takes. */
export const MAX_CONTACT_ENTRIES = 200;
const prose = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(MAX_CONTACT_TEXT).refine(isPlainProse, unseenIn('The text'));

const ReplyText = prose('Please write the reply.');
const AnswerText = prose('Please say how it was answered.');
const NoteText = prose('Please write the note.');

export const ContactReply = z.strictObject({ text: ReplyText });
export const ContactAnswer = z.strictObject({ text: AnswerText });
export const ContactNote = z.strictObject({ text: NoteText });
/** The body of a change that needs its reason. */
export const ContactReason = z.strictObject({ reason: Reason });

export const ContactChange = z
  .strictObject({
    change: z.enum(Object.keys(CONTACT_MOVES) as (keyof typeof CONTACT_MOVES)[]),
    /** Of `assign`: the account that gets it. */
    to: Id.optional(),
    /** Of `assign` and `give_back`: the account that has it as the caller sees it, so that two do not undo each other. */
    from: Id.nullable().optional(),
    /** Of `close` and `spam`. */
    reason: Reason.optional(),
  })
  .refine(({ change, to }) => change !== 'assign' || to !== undefined, {
    message: 'Please choose who gets it.',
    path: ['to'],
  });
export type ContactChange = z.infer<typeof ContactChange>;

export const showContactMessage = endpoint({
  method: 'GET',
  url: '/contact_messages/:id',
  access,
  errors: ['not_found'],
  schema: {
    summary: 'A visitor’s message with its replies, notes and steps',
    tags,
    params: idParams,
    response: { 200: ContactRecord, ...errorResponses },
  },
});

export const changeContactMessage = endpoint({
  method: 'PATCH',
  url: '/contact_messages/:id',
  access,
  errors: ['not_found', 'conflict', 'refused'],
  schema: {
    summary: 'Take a message, assign it, give it back, close it, mark it as spam, undo that, or reopen it',
    description:
      '`take` assigns a new one to the caller and is refused with 409 once somebody else has it; so are `assign` and ' +
      '`give_back` where `from` is not who has it. Closing what nobody replied to needs a reason.',
    tags,
    params: idParams,
    body: ContactChange,
    response: { 200: Done, ...errorResponses },
  },
});

const entryEndpoint = <const Url extends string, Body extends z.ZodType>(url: Url, summary: string, body: Body) =>
  endpoint({
    method: 'POST',
    url,
    access,
    idempotent: true,
    errors: ['not_found', 'conflict', 'refused'],
    schema: { summary, tags, params: idParams, body, response: { 201: Done, ...errorResponses } },
  });

export const replyToContactMessage = entryEndpoint(
  '/contact_messages/:id/replies',
  'Reply by mail; refused with 422 where no service sends mail',
  ContactReply,
);
export const answerContactMessage = entryEndpoint(
  '/contact_messages/:id/answers',
  'Note that it was answered by another way, which marks it as replied',
  ContactAnswer,
);
export const noteContactMessage = entryEndpoint(
  '/contact_messages/:id/notes',
  'Write a note that only staff see',
  ContactNote,
);

export const linkContactDriver = endpoint({
  method: 'PATCH',
  url: '/contact_messages/:id/driver',
  access,
  errors: ['not_found', 'refused'],
  schema: {
    summary: 'Say which driver it is from, or that it is from none',
    tags,
    params: idParams,
    body: z.strictObject({ driver_id: Id.nullable() }),
    response: { 200: Done, ...errorResponses },
  },
});

export const contactPeople = endpoint({
  method: 'GET',
  url: '/contact_messages/people',
  access,
  schema: {
    summary: 'Who may answer messages, by name',
    tags,
    response: { 200: z.array(ContactPerson), ...errorResponses },
  },
});

/** Days within which the times of answers are counted. */
export const ANSWER_DAYS = 30;

/** The figures of messages count as many of each state. */
export const CONTACT_COUNTED = 1_000;

export const ContactFigures = z.object({
  /** Counted as far as `CONTACT_COUNTED`. */
  states: z.array(z.object({ status: z.enum(CONTACT_STATUSES), count: z.number().int(), is_cut: z.boolean() })),
  /** Of open messages: received within a day, within three, and before; with the oldest of all. */
  ages: z.object({ today: z.number().int(), days: z.number().int(), long: z.number().int() }),
  oldest_at: z.iso.datetime().nullable(),
  /** People with assigned messages, and since when the longest waiting of them came; those with most first. */
  people: z.array(z.object({ person: ContactPerson, count: z.number().int(), oldest_at: z.iso.datetime() })),
  /** Messages that were first replied to within the last 30 days: hours from their coming to the reply. */
  answered: z.object({
    count: z.number().int(),
    half_within: z.number().nullable(),
    most_within: z.number().nullable(),
  }),
});
export type ContactFigures = z.infer<typeof ContactFigures>;

export const contactFigures = endpoint({
  method: 'GET',
  url: '/contact_messages/figures',
  access,
  schema: {
    summary: 'Messages by state, age and person, and how soon they are answered',
    tags,
    response: { 200: ContactFigures, ...errorResponses },
  },
});

export const contactEndpoints = {
  listContactMessages: contactList.page,
  exportContactMessages: contactList.file,
  contactFigures,
  contactPeople,
  showContactMessage,
  changeContactMessage,
  linkContactDriver,
  replyToContactMessage,
  answerContactMessage,
  noteContactMessage,
} as const;
