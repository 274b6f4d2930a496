import { StartRefusal } from '#lib/refusal.ts';

/** Something about an installation: in order, worth a look, or wrong. */
export type Diagnosis = {
  grade: 'good' | 'warn' | 'bad';
  about: string;
  /** One sentence, without a full stop. */
  says: string;
  /** One sentence on what to do; of findings that are not good. */
  todo?: string;
};

export const good = (about: string, says: string): Diagnosis => ({ grade: 'good', about, says });

export const warn = (about: string, says: string, todo: string): Diagnosis => ({ grade: 'warn', about, says, todo });

export const bad = (about: string, says: string, todo: string): Diagnosis => ({ grade: 'bad', about, says, todo });

/** The sentence of an error, with the advice of a refusal that has one, else with `todo`. */
export const badBecause = (about: string, error: unknown, todo: string): Diagnosis => {
  if (error instanceof StartRefusal) return bad(about, error.reason, error.advice ?? todo);
  return bad(about, error instanceof Error ? error.message : String(error), todo);
};

const DAY = 24;

/** `3 days`, or `5 hours` of less than two days. */
export const hoursInWords = (hours: number): string =>
  hours >= 2 * DAY ? `${Math.floor(hours / DAY)} days` : hours < 1 ? 'less than an hour' : `${Math.floor(hours)} hours`;
