import { GENDERS, MARITAL_STATUSES, PLANS, type PlanSlug } from '@banbo/contract';

/** Choices by every spelling of theirs, in letters and digits only. */
export type Choices<Value extends string = string> = ReadonlyMap<string, Value>;

const keyOf = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The choices of a list, and further spellings of some of them. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  spellings: readonly (readonly [spelling: string, value: Value])[] = [],
): Choices<Value> =>
  new Map([
    ...spellings.filter(([, value]) => values.includes(value)).map(([text, value]) => [keyOf(text), value] as const),
    ...values.map((value) => [keyOf(value), value] as const),
  ]);

/** The choice that a text means; null for none of the list's. */
export const readChoice = <Value extends string>(text: string, choices: Choices<Value>): Value | null =>
  choices.get(keyOf(text)) ?? null;

export const GENDER_CHOICES = choicesOf(GENDERS, [
  ['M', 'Male'],
  ['F', 'Female'],
]);

export const MARITAL_CHOICES = choicesOf(MARITAL_STATUSES);

export const PLAN_CHOICES: Choices<PlanSlug> = choicesOf(
  PLANS.map(({ slug }) => slug),
  PLANS.map(({ name, slug }) => [name, slug] as const),
);
