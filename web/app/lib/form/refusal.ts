import { ApiError } from '../api.ts';

/** What is wrong with single fields: a sentence each, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Why a form was not taken: a sentence for the person, and what it says of single fields. */
export type Refusal = { message: string; fields: FieldErrors };

const UNKNOWN = 'That did not work. Please try again.';

/** Maps what a call threw to a refusal. Fields that the form does not have are left to the sentence. */
export const refusalOf = (error: unknown, names: readonly string[]): Refusal => {
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  return {
    message: error instanceof ApiError ? error.message : UNKNOWN,
    fields: Object.fromEntries(named.filter(([name]) => names.includes(name))),
  };
};
