import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { MAX_TEMPLATE } from './template-words.ts';
import { TEMPLATE_KEYS } from './templates.ts';

const tags = ['messages'];
const access = 'messages.change';

const TemplateKeySchema = z.enum(TEMPLATE_KEYS);
const params = z.object({ key: TemplateKeySchema });

/** The company's words for a text message; the rest of a template is known by its key. */
export const MessageTemplate = z.object({
  key: TemplateKeySchema,
  /** The company's own; null where the built-in words are sent. */
  own_words: z.string().nullable(),
  /** Why own words are not sent, in a sentence; the built-in ones are sent instead. */
  problem: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** A username. */
  changed_by: z.string().nullable(),
  /** False where this server never sends it: some go with links, which need the product's address, others without. */
  is_used: z.boolean(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const listMessageTemplates = endpoint('GET /message_templates', access, {
  summary: 'The words of every text message, those that the company changed among them',
  tags,
  answer: z.array(MessageTemplate),
});

const WORDS = 'Please write the words.';
export const TemplateWords = z.strictObject({ words: z.string(WORDS).trim().min(1, WORDS).max(MAX_TEMPLATE) });

export const changeMessageTemplate = endpoint('PATCH /message_templates/:key', access, {
  summary: 'Write the company’s own words of a text message',
  description:
    'Refused where they leave out a field that the text needs, name one that it does not know, or are too long.',
  tags,
  params,
  body: TemplateWords,
});

export const resetMessageTemplate = endpoint('DELETE /message_templates/:key', access, {
  summary: 'Go back to the built-in words',
  tags,
  params,
});
