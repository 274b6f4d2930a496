import { ApiError } from '../api/api.ts';

/** The messages of single fields, by name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A refusal of a form: a message for the person, and those of single fields. */
export type FormRefusal = { message: string; fields: FieldErrors };

/** The line below a form: a new object per refusal, so that equal words are announced again. */
export type RefusalLine = {
  message: string;
  /** Moves a screen reader's focus to the line; not while the person goes to the next field. */
  focus: boolean;
};

const UNKNOWN = 'That did not work. Please try again.';

/** Maps a thrown error to a refusal. Fields that the form lacks are left to the message. */
export const refusalOf = (error: unknown, names: readonly string[]): FormRefusal => {
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  return {
    message: error instanceof ApiError ? error.message : UNKNOWN,
    fields: Object.fromEntries(named.filter(([name]) => names.includes(name))),
  };
};
