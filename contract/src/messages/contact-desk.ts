import { z } from 'zod';
import { Done, type Endpoint, endpointsOf, resource } from '../common/endpoint.ts';
import { Email, Id, Instant, Phone } from '../common/fields.ts';
import { isPlainProse, isPlainText, unseenIn } from '../common/text.ts';
import {
  CONTACT_MOVES,
  CONTACT_STATUSES,
  ContactPerson,
  ContactRecord,
  contactList,
  tenantMessageList,
} from './contact-list.ts';
import { Reason } from './reason.ts';

const endpoint = endpointsOf('messages');
const access = 'contact.answer';

/** Characters of a reply and of a note. */
export const MAX_CONTACT_TEXT = 4000;
export const MAX_CONTACT_ENTRIES = 200;

export const ContactReason = z.strictObject({ reason: Reason });

export const ContactChange = z
  .strictObject({
    change: z.enum(Object.keys(CONTACT_MOVES) as (keyof typeof CONTACT_MOVES)[]),
    /** Of `assign`: the account that gets it. */
    to: Id.optional(),
    /** Of `assign` and `give_back`: who has it as the caller sees it, so that two do not cross. */
    from: Id.nullable().optional(),
    /** Of `close` and `spam`. */
    reason: Reason.optional(),
  })
  .refine(({ change, to }) => change !== 'assign' || to !== undefined, {
    message: 'Please choose who gets it.',
    path: ['to'],
  });
export type ContactChange = z.infer<typeof ContactChange>;

export const { show: showContactMessage, change: changeContactMessage } = resource(
  '/contact_messages',
  'messages',
  { read: access, change: access },
  {
    show: {
      summary: 'A visitor’s message with its replies, notes and steps',
      errors: ['not_found'],
      answer: ContactRecord,
    },
    change: {
      summary:
        'Take a message, assign it, give it back, close it, mark it as spam or undo that, reopen it, or say that nobody replied',
      description:
        '`take` assigns a new one to the caller and is refused with 409 once somebody else has it; so are `assign` and ' +
        '`give_back` where `from` is not who has it. Closing what nobody replied to needs a reason. ' +
        '`not_replied` undoes marks that staff set by hand; it is refused with 409 where a mail or text went out.',
      errors: ['not_found', 'conflict', 'refused'],
      body: ContactChange,
    },
  },
);

/** The field of what staff write, for the body of a call. */
export const writtenWords = (missing: string) => ({
  text: z.string(missing).trim().min(1, missing).max(MAX_CONTACT_TEXT).refine(isPlainProse, unseenIn('The text')),
});

const toNumber = { mobile_number: Phone };

export const ContactReply = z.strictObject(writtenWords('Please write the reply.'));
export const ContactText = z.strictObject({ ...toNumber, ...writtenWords('Please write the text.') });
export const ContactWhatsApp = z.strictObject({ ...toNumber, ...writtenWords('Please write the message.') });
export const ContactAnswer = z.strictObject(writtenWords('Please say how it was answered.'));
export const ContactNote = z.strictObject(writtenWords('Please write the note.'));
const entryEndpoint = <const Part extends string, Body extends z.ZodObject>(part: Part, summary: string, body: Body) =>
  endpoint(`POST /contact_messages/:id/${part}`, access, {
    summary,
    idempotent: true,
    errors: ['not_found', 'conflict', 'refused'],
    example: { ...('mobile_number' in body.shape && { mobile_number: '0244000001' }), text: 'Please call us.' },
    body,
    created: Done,
  });

export const replyToContactMessage = entryEndpoint(
  'replies',
  'Reply by mail; refused with 422 where no service sends mail',
  ContactReply,
);
export const textContactMessage = entryEndpoint(
  'texts',
  'Reply by text message; refused with 422 if it would take more than three',
  ContactText,
);
export const noteContactWhatsApp = entryEndpoint(
  'whatsapp',
  'Note that it was answered by WhatsApp, which marks it as replied',
  ContactWhatsApp,
);
export const answerContactMessage = entryEndpoint(
  'answers',
  'Note that it was answered by another way, which marks it as replied',
  ContactAnswer,
);
export const noteContactMessage = entryEndpoint('notes', 'Write a note that only staff see', ContactNote);

export const linkContactDriver = endpoint('PATCH /contact_messages/:id/driver', access, {
  summary: 'Say which driver it is from, or that it is from none',
  errors: ['not_found', 'refused'],
  body: z.strictObject({ driver_id: Id.nullable() }),
});

export const contactPeople = endpoint('GET /contact_messages/people', access, {
  summary: 'Who may answer messages, by name',
  answer: z.array(ContactPerson),
});

export const ANSWER_DAYS = 30;
/** The most messages that the figures count of each state. */
export const CONTACT_COUNTED = 1_000;

const count = z.number().int();
export const ContactFigures = z.object({
  /** Each counted up to `CONTACT_COUNTED`. */
  states: z.array(z.object({ status: z.enum(CONTACT_STATUSES), count, is_cut: z.boolean() })),
  /** Open messages received within a day, within three days, and before. */
  ages: z.object({ today: count, days: count, long: count }),
  oldest_at: Instant.nullable(),
  /** People with assigned messages and when the oldest of these came; those with most first. */
  people: z.array(z.object({ person: ContactPerson, count, oldest_at: Instant })),
  /** Messages first replied to within the last 30 days: hours from their coming to the reply. */
  answered: z.object({ count, half_within: z.number().nullable(), most_within: z.number().nullable() }),
});
export type ContactFigures = z.infer<typeof ContactFigures>;

export const contactFigures = endpoint('GET /contact_messages/figures', access, {
  summary: 'Messages by state, age and person, and how soon they are answered',
  answer: ContactFigures,
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
  textContactMessage,
  noteContactWhatsApp,
  answerContactMessage,
  noteContactMessage,
} as const;

/** An endpoint of the desk, below `/tenant_messages` for those who answer tenants. */
type AtTenantDesk<E extends Endpoint> = Omit<E, 'url' | 'access'> & {
  url: E['url'] extends `/contact_messages${infer Rest}` ? `/tenant_messages${Rest}` : never;
  access: 'land.answer';
};

const atTenantDesk = <E extends Endpoint>(of: E, summary: string): AtTenantDesk<E> =>
  ({
    ...of,
    url: of.url.replace('/contact_messages', '/tenant_messages'),
    access: 'land.answer',
    schema: { ...of.schema, summary },
  }) as unknown as AtTenantDesk<E>;

/** The same calls for messages of tenants; those of others are not found there. */
export const tenantMessageEndpoints = {
  listTenantMessages: tenantMessageList.page,
  exportTenantMessages: tenantMessageList.file,
  tenantMessagePeople: atTenantDesk(contactPeople, 'Who may answer tenants, by name'),
  showTenantMessage: atTenantDesk(showContactMessage, 'A tenant’s message with its replies, notes and steps'),
  changeTenantMessage: atTenantDesk(changeContactMessage, 'Take a tenant’s message, assign it, close it and so on'),
  replyToTenantMessage: atTenantDesk(replyToContactMessage, 'Reply to a tenant by mail'),
  textTenantMessage: atTenantDesk(textContactMessage, 'Reply to a tenant by text message'),
  noteTenantWhatsApp: atTenantDesk(noteContactWhatsApp, 'Note that a tenant was answered by WhatsApp'),
  answerTenantMessage: atTenantDesk(answerContactMessage, 'Note that a tenant was answered by another way'),
  noteTenantMessage: atTenantDesk(noteContactMessage, 'Write a note on a tenant’s message that only staff see'),
} as const;

const filled = (missing: string, max: number, isPlain = isPlainText) =>
  z.string().trim().min(1, missing).max(max, `At most ${max} characters.`).refine(isPlain, unseenIn('This'));

export const ContactMessage = z.strictObject({
  name: filled('Please enter your name.', 120),
  email: Email,
  subject: filled('Please enter the subject.', 160),
  message: filled('Please enter your message.', 4000, isPlainProse),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const sendContactMessage = endpoint('POST /contact_messages', 'public', {
  summary: 'Leave a message for the office',
  tags: ['site'],
  idempotent: true,
  limits: [
    { by: 'caller', max: 5, seconds: 60 },
    { by: 'caller', max: 30, seconds: 86_400 },
    { by: 'address', max: 10, seconds: 60 },
    { by: 'address', max: 100, seconds: 86_400 },
  ],
  example: { name: 'Ama Mensah', email: 'ama@example.com', subject: 'Plans', message: 'Which one?' },
  body: ContactMessage,
  created: Done.extend({ reference: z.string() }),
});
