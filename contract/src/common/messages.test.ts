import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { speakInSentences } from './messages.ts';

beforeAll(speakInSentences);

const says = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];

const field = (schema: z.ZodType) => z.strictObject({ mobile_number: schema });

test.each([
  ['a missing field', field(z.string()), {}, 'Please give the mobile number.'],
  ['an empty choice', field(z.enum(['A'])), { mobile_number: '' }, 'Please give the mobile number.'],
  ['another kind', field(z.string()), { mobile_number: 5 }, 'The mobile number must be a text.'],
  ['not a number', z.object({ page: z.coerce.number() }), { page: 'zero' }, 'The page must be a number.'],
  ['a broken number', z.object({ page: z.number().int() }), { page: 1.5 }, 'The page must be a whole number.'],
  ['too long', field(z.string().max(1)), { mobile_number: 'ab' }, 'The mobile number has at most 1 character.'],
  ['too few', z.object({ paths: z.array(z.string()).min(2) }), { paths: ['a'] }, 'The paths has at least 2 entries.'],
  ['too small', z.object({ size: z.number().min(1) }), { size: 0 }, 'The size is at least 1.'],
  ['not a choice', field(z.enum(['A', 'B'])), { mobile_number: 'C' }, 'The mobile number must be one of: A, B.'],
  ['an unknown field', field(z.string()), { mobile_number: '1', role: 'x' }, 'This does not take role.'],
  [
    'a wrong shape',
    field(z.string().regex(/x/)),
    { mobile_number: 'y' },
    'The mobile number is not in the right form.',
  ],
  ['no record at all', field(z.string()), 'text', 'What was sent must be a record with fields.'],
  ['nothing at all', field(z.string()), null, 'Please fill in the form.'],
  ['an entry of a list', z.array(z.string()), ['a', 1], 'Entry 2 must be a text.'],
  ['special words', z.object({ id_number: z.string() }), {}, 'Please give the ID number.'],
])('%s is told in a sentence', (_case, schema, input, message) => {
  expect(says(schema, input)).toEqual([message]);
});

test('of an optional field’s alternatives, the filled-in one says what is wrong', () => {
  const schema = z.object({ phone: z.union([z.literal(''), z.string().regex(/^0/, 'Give a Ghana phone number.')]) });
  expect(says(schema, { phone: '5' })).toEqual(['Give a Ghana phone number.']);
});

test('a schema’s own sentence goes before', () => {
  expect(says(field(z.string('Please enter it.')), {})).toEqual(['Please enter it.']);
});

test('a huge name of a field is not repeated whole', () => {
  const [message = ''] = says(z.strictObject({}), { ['x'.repeat(10_000)]: 1 });
  expect(message.length).toBeLessThan(100);
});
