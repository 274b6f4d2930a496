import { maskPhone, normalizePhone } from './formats.ts';
import { readPaperCode } from './paper-code.ts';
import { normalizeCarNumber } from './text.ts';

/** Normal forms of subjects, so that another spelling of a subject shares its count. */
const SUBJECT_FORMS = {
  car: normalizeCarNumber,
  /** E.164; a text that is no Ghana number stays as it is. */
  phone: (input: string): string => normalizePhone(input) ?? input.trim(),
  /** The number as strangers see it: numbers that share this form share one count. */
  'masked phone': maskPhone,
  /** Usernames, e-mails and codes. */
  login: (input: string): string => input.trim().toLowerCase(),
  /** A code that was copied from paper; a text that is none stays as it is. */
  'paper code': (input: string): string => readPaperCode(input) ?? input.trim(),
} as const;

/** The field of the body that names the subject of a call, and the kind of name it holds. */
export type SubjectField = {
  body: string;
  as: keyof typeof SUBJECT_FORMS;
  /** Counts the calls about the subject for each address separately. */
  each?: 'address';
};

/**
 * A limit counts calls about one subject, calls of one signed-in account, or calls of one address.
 * Where an endpoint has a limit by caller, signed-in callers count for their address apart from
 * strangers, and ten times as loosely.
 */
export type CountedBy = SubjectField | 'caller' | 'address';

/** At most `max` calls within each span of `seconds`. */
export type CallLimit = {
  by: CountedBy;
  max: number;
  seconds: number;
  /** Applies to strangers alone: a limit by subject must not keep the subject's owner out. */
  strangers?: true;
  /**
   * For a limit by address: the count is in the database, so that it holds across servers and
   * restarts.
   */
  shared?: true;
};

/** At most so many calls a minute of one caller, and so many of all callers at one address. */
export const perMinute = ({ caller, address }: { caller: number; address: number }): CallLimit[] => [
  { by: 'caller', max: caller, seconds: 60 },
  { by: 'address', max: address, seconds: 60 },
];

/** The subject that a body names, in its normal form; null when it names none. */
export const subjectOf = ({ body: field, as }: SubjectField, body: unknown): string | null => {
  const input = body instanceof Object ? (body as Record<string, unknown>)[field] : undefined;
  return (typeof input === 'string' && SUBJECT_FORMS[as](input)) || null;
};
