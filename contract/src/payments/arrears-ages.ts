/** How old the oldest month that a driver owes is; `fees` for drivers who owe no month, only fees that are paid once. */
export const ARREARS_AGES = ['current', 'one', 'two', 'three', 'fees'] as const;
export type ArrearsAge = (typeof ARREARS_AGES)[number];

const LABELS: Readonly<Record<ArrearsAge, string>> = {
  current: 'This month only',
  one: 'Since last month',
  two: 'Two months old',
  three: 'Three months and older',
  fees: 'Other fees only',
};

export const arrearsAgeLabel = (age: ArrearsAge): string => LABELS[age];
