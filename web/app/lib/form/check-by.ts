import type { FieldErrors } from './refusal.ts';

type Issue = { path: PropertyKey[]; message: string };
export type Schema = {
  safeParse: (values: unknown) => { success: true } | { success: false; error: { issues: Issue[] } };
};

/** Checks a form by a contract's schema: the first message of each field, in the schema's order. */
export const checkBy =
  (schema: Schema) =>
  (values: unknown): FieldErrors => {
    const result = schema.safeParse(values);
    if (result.success) return {};
    const found: Record<string, string> = {};
    for (const { path, message } of result.error.issues) found[String(path[0] ?? '')] ??= message;
    return found;
  };

/** A schema for the fields that are asked for, of a body that has fixed fields beside them. */
export const withFixed = (schema: Schema, fixed: object): Schema => ({
  safeParse: (values) => schema.safeParse({ ...fixed, ...(values as object) }),
});

/** The message of an amount that was left empty or cannot be read. */
export const AMOUNT_WANTED = 'Please enter the amount, like 300.00.';

/** A field's DOM id, for error summaries and focus. */
export const fieldId = (name: string): string => `field-${name}`;
