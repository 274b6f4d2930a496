import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** Words of field names whose spoken form differs from the written one. */
const SPOKEN: Readonly<Record<string, string>> = { id: 'ID', gps: 'GPS', email: 'e-mail', nkin: 'next of kin' };
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a record with fields',
  file: 'a file',
};
/** The longest piece of a request that a sentence repeats, in characters. */
const MAX_ECHO = 40;
const MAX_KEYS = 3;

const clip = (text: string): string => (text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text);

const spoken = (key: string): string =>
  clip(key)
    .split('_')
    .map((word) => SPOKEN[word] ?? word)
    .join(' ');

/** `mobile_number` as `the mobile number`; `the request` where no field is at fault. */
const subject = ({ path }: RawIssue): string => {
  const last = path?.at(-1);
  if (last === undefined) return 'what was sent';
  return typeof last === 'number' ? `entry ${last + 1}` : `the ${spoken(String(last))}`;
};

const Subject = (issue: RawIssue): string => subject(issue).replace(/^./, (letter) => letter.toUpperCase());

const size = (origin: string, limit: number | bigint): string => {
  if (origin === 'string') return `${limit} character${Number(limit) === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set') return `${limit} entries`;
  if (origin === 'file') return `${limit} bytes`;
  return String(limit);
};

/** Chooses the verb: a text `has` a size, a number `is` one. */
const verb = (origin: string): string => (['string', 'array', 'set', 'file'].includes(origin) ? 'has' : 'is');

const isBlank = (input: unknown): boolean => input === undefined || input === null || input === '';

/**
 * The sentence for the last alternative of a union, which is the one that a person meant to fill
 * in.
 */
const ofUnion = (issue: RawIssue & { code: 'invalid_union' }): string =>
  issue.errors.at(-1)?.[0]?.message ?? `${Subject(issue)} is not valid.`;

/**
 * Words an issue as a sentence for a person. Schemas with a sentence of their own do not come here.
 */
export const sentenceFor = (issue: RawIssue): string => {
  if (isBlank(issue.input) && issue.code !== 'unrecognized_keys')
    return issue.path?.length ? `Please give ${subject(issue)}.` : 'Please fill in the form.';
  switch (issue.code) {
    case 'invalid_type':
      return `${Subject(issue)} must be ${KINDS[issue.expected] ?? 'of another kind'}.`;
    case 'too_big':
      return `${Subject(issue)} ${verb(issue.origin)} at most ${size(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `${Subject(issue)} ${verb(issue.origin)} at least ${size(issue.origin, issue.minimum)}.`;
    case 'unrecognized_keys':
      return `This does not take ${issue.keys.slice(0, MAX_KEYS).map(clip).join(', ')}.`;
    case 'invalid_value':
      return `${Subject(issue)} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return ofUnion(issue);
    case 'invalid_format':
      return `${Subject(issue)} is not in the right form.`;
    default:
      return `${Subject(issue)} is not valid.`;
  }
};

/**
 * Makes every schema of this process answer in sentences. The server and the web each call it once
 * at their start.
 */
export const speakInSentences = (): void => {
  z.config({ customError: sentenceFor });
};
