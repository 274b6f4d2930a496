import { ApiError } from '../api/api.ts';

/** The problems of single fields: a sentence each, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Why a form was not taken: a sentence for the person, and what it says of single fields. */
export type FormRefusal = { message: string; fields: FieldErrors };

/** The line below a form: a new object for every refusal, so that the same words are announced again. */
export type RefusalLine = {
  message: string;
  /** Moves the focus to the line, for screen readers; not while somebody is on the way to the next field. */
  focus: boolean;
};

const UNKNOWN = 'That did not work. Please try again.';

/** Maps what a call threw to a refusal. Fields that the form does not have are left to the sentence. */
export const refusalOf = (error: unknown, names: readonly string[]): FormRefusal => {
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  return {
    message: error instanceof ApiError ? error.message : UNKNOWN,
    fields: Object.fromEntries(named.filter(([name]) => names.includes(name))),
  };
};
