import type { SurveyRecord } from '@banbo/contract';

/** A survey in a grid that older servers know; `written` is its own one where it is another. */
export type StoredSurvey = SurveyRecord & { written?: Omit<SurveyRecord, 'text'> };

/** Record numbers that a merge moved, and that counted then; moments are PostgreSQL's text. */
export type MergedMoney = {
  payments: readonly string[];
  credit_uses: readonly string[];
  /** Cleared payments, and fees paid from credit, of both records. */
  cleared: readonly string[];
  used: readonly string[];
  /** Payments, and uses of credit, whose fee the other one had paid too; older merges have none. */
  freed?: readonly string[];
  returned?: readonly string[];
  /** Records of domains above, by what they are; older merges have none. */
  followed?: Readonly<Record<string, readonly string[]>>;
  attempts: {
    moved: readonly string[];
    /** The duplicate's attempts that were counted to the kept record's, with its last moment. */
    counted: readonly { own_id: string; last_at: string; twin: Readonly<Record<string, unknown>> }[];
  };
};

/** Everything that a merge changed, as it was before. */
export type MergedBefore = {
  duplicate: { removed_at: string | null; removal_reason: string };
  kept: { is_fee_due: boolean; unpaid_since: string | null };
  /** Records that led to the duplicate. */
  merged: readonly string[];
  messages: readonly string[];
  money: MergedMoney;
};

/** Texts by the names of their columns; null where there was none. */
export type ChangedValues = Readonly<Record<string, string | null>>;
