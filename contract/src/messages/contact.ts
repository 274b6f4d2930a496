import { z } from 'zod';
import { Email } from '../common/email.ts';
import { endpoint } from '../common/endpoint.ts';
import { isPlainProse, isPlainText, unseenIn } from '../common/text.ts';

const filled = (message: string, max: number) =>
  z.string().trim().min(1, message).max(max, `At most ${max} characters.`);

const oneLine = (message: string, max: number) => filled(message, max).refine(isPlainText, unseenIn('This'));
const manyLines = (message: string, max: number) => filled(message, max).refine(isPlainProse, unseenIn('This'));

/** The contact form. */
export const ContactMessage = z.strictObject({
  name: oneLine('Please enter your name.', 120),
  email: Email,
  subject: oneLine('Please enter the subject.', 160),
  message: manyLines('Please enter your message.', 4000),
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
  body: ContactMessage,
  created: z.object({ status: z.literal(true), message: z.string(), reference: z.string() }),
});
