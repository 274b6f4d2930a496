import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** Words of field names that are not written as they are spoken. */
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
/** Bounds what a sentence repeats of what was sent. */
const MAX_ECHO = 40;
const MAX_KEYS = 3;

const clip = (text: string): string => (text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text);

const spoken = (key: string): string =>
  clip(key)
    .split('_')
    .map((word) => SPOKEN[word] ?? word)
    .join(' ');

/** `mobile_number` as `the mobile number`; the request itself where no field is to blame. */
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

/** Sizes are had; numbers are. */
const verb = (origin: string): string => (['string', 'array', 'set', 'file'].includes(origin) ? 'has' : 'is');

const isBlank = (input: unknown): boolean => input === undefined || input === null || input === '';

/** The sentence of the first thing wrong in the last alternative, which is the one a person meant to fill in. */
const ofUnion = (issue: RawIssue & { code: 'invalid_union' }): string =>
  issue.errors.at(-1)?.[0]?.message ?? `${Subject(issue)} is not usable as it is.`;

/** What is wrong with an input, as a sentence for a person, where the schema has none of its own. */
export const sentenceFor = (issue: RawIssue): string => {
  if (isBlank(issue.input) && issue.code !== 'unrecognized_keys') return `Please give ${subject(issue)}.`;
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
      return `${Subject(issue)} is not written as it should be.`;
    default:
      return `${Subject(issue)} is not usable as it is.`;
  }
};

/** Makes every schema of this process speak in sentences. The server and the web each call it once at their start. */
export const speakInSentences = (): void => {
  z.config({ customError: sentenceFor });
};
