import { normalizeCarNumber } from './car-plate.ts';
import { maskPhone, normalizePhone } from './formats.ts';

/** How a subject is written before it is counted, so that another spelling of it is no other subject. */
const SUBJECT_FORMS = {
  car: normalizeCarNumber,
  /** E.164; a text that is no Ghana number stays as it is. */
  phone: (typed: string): string => normalizePhone(typed) ?? typed.trim(),
  /** As strangers see a number: one subject for all numbers that look the same to them. */
  'masked phone': maskPhone,
  /** Usernames, e-mails and codes. */
  login: (typed: string): string => typed.trim().toLowerCase(),
} as const;

/** The field of the body that names whom a call does something to, and what kind of name it is. */
export type SubjectField = {
  body: string;
  as: keyof typeof SUBJECT_FORMS;
  /** Counts the calls of each address about the subject by themselves. */
  each?: 'address';
};

/**
 * A limit counts calls about one subject, calls of one signed-in account, or calls of one address. Where an endpoint
 * has a limit by caller, those who are signed in count for their address apart from strangers, and ten times as loosely.
 */
export type CountedBy = SubjectField | 'caller' | 'address';

/** At most `max` calls within each span of `seconds`. */
export type CallLimit = {
  by: CountedBy;
  max: number;
  seconds: number;
  /** Holds only those who are not signed in: a limit by subject must not keep its owner out. */
  strangers?: true;
  /** Of a limit by address: counts for all servers together, and over restarts, as the others do. */
  shared?: true;
};

/** The subject that a body names, in its one spelling; null when it names none. */
export const subjectOf = ({ body: field, as }: SubjectField, body: unknown): string | null => {
  const typed = body instanceof Object ? (body as Record<string, unknown>)[field] : undefined;
  return (typeof typed === 'string' && SUBJECT_FORMS[as](typed)) || null;
};
