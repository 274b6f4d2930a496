/** Outcomes of lines of which an import makes drivers. */
export const ADDED_OUTCOMES = ['new', 'remark'] as const;

/** Outcomes of a line; all but the first two are left out. */
export const DRIVER_LINE_OUTCOMES = [...ADDED_OUTCOMES, 'known', 'another_car', 'repeated', 'refused'] as const;
export type DriverLineOutcome = (typeof DRIVER_LINE_OUTCOMES)[number];

/** Of lines before their import. */
export const DRIVER_LINE_OUTCOME_LABELS = {
  new: 'To be added',
  remark: 'To be added: remark',
  known: 'Registered already',
  another_car: 'Person’s other car',
  repeated: 'Twice in this file',
  refused: 'Refused',
} as const satisfies Record<DriverLineOutcome, string>;

const AFTERWARDS: Partial<Record<DriverLineOutcome, string>> = { new: 'Added', remark: 'Added: remark' };

/** The outcome of a line in words, also of one of which a driver was made. */
export const driverLineLabel = (outcome: DriverLineOutcome, { isImported }: { isImported: boolean }): string =>
  (isImported && AFTERWARDS[outcome]) || DRIVER_LINE_OUTCOME_LABELS[outcome];
