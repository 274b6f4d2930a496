/** The payment type of ground rent. */
export const GROUND_RENT = 'CC2000';

export const RENT_RUN_KINDS = ['rent', 'penalty'] as const;
export type RentRunKind = (typeof RENT_RUN_KINDS)[number];
export const RENT_KIND_LABELS: Readonly<Record<RentRunKind, string>> = {
  rent: 'Ground rent',
  penalty: 'Penalty',
};

/** The outcomes of a tenancy in a run: something is raised, or why not. */
export const RENT_OUTCOME_LABELS = {
  whole: 'Whole year',
  part: 'Part of the year',
  penalty: 'Penalty',
  already_raised: 'Raised already',
  raised_before: 'Raised on the former tenancy',
  not_held: 'Not held in this year',
  review_due: 'Rent review due',
  no_rent: 'No rent',
  too_large: 'Amount too large',
  not_raised: 'No rent raised for this year',
  paid: 'Paid',
  in_grace: 'Still in the days of grace',
  payment_waits: 'A payment waits',
} as const;
export type RentOutcome = keyof typeof RENT_OUTCOME_LABELS;
export const RENT_OUTCOMES = Object.keys(RENT_OUTCOME_LABELS) as [RentOutcome, ...RentOutcome[]];

/** Outcomes that raise an amount. */
const RAISING: ReadonlySet<RentOutcome> = new Set(['whole', 'part', 'penalty']);
export const isRaised = (outcome: RentOutcome): boolean => RAISING.has(outcome);

/** Hints for the office about an outcome; outcomes without one need nothing. */
export const RENT_OUTCOME_NOTES: Readonly<Partial<Record<RentOutcome, string>>> = {
  raised_before: 'The plot’s rent of these days was raised on its former tenancy. Cancel that charge to raise it here.',
  review_due: 'The rent is valued anew. Enter the reviewed rent on the tenancy’s rent account.',
  no_rent: 'The tenancy’s rent is 0.00, or the part of it comes to less than half a pesewa.',
  too_large: 'The rent has grown beyond what an amount may be. Enter a reviewed rent.',
  payment_waits: 'A payment for this tenancy is not cleared yet.',
};

export const RENT_RUN_STATES = ['running', 'done', 'stopped', 'failed'] as const;
export type RentRunState = (typeof RENT_RUN_STATES)[number];
export const RENT_RUN_STATE_LABELS: Readonly<Record<RentRunState, string>> = {
  running: 'In progress',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
};
