import type { ArrearsAge, PaymentMode, PaymentStatus, Period } from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The fee that a row is for. */
type OfFee = {
  id: GeneratedAlways<string>;
  driver_id: string;
  type_code: string;
  /** Its type's; the database keeps them alike. */
  period: Period;
  payment_year: number | null;
  /** 1…12. */
  payment_month: number | null;
};

export type PaymentTables = {
  payments: OfFee & {
    /** The list price when it was submitted. */
    amount_due: string | null;
    /** The amount claimed, and from clearing on that of the money it was cleared with. */
    amount: string;
    /** The amount claimed, where the payment was cleared with money of another one. */
    claimed_amount: Generated<string | null>;
    transaction_id: string;
    /** The day of the transfer where it is known, else that of the claim in Accra, as `date_of` says. */
    transaction_date: string;
    date_of: Generated<'claim' | 'transfer'>;
    mode: Generated<PaymentMode>;
    /** Payments of one transfer have one transaction ID and different parts, from 1 on. */
    part: Generated<number>;
    status: Generated<PaymentStatus>;
    /** The reason of a rejection or reversal. */
    status_reason: Generated<string | null>;
    /** The day from which days without a receipt count: that of the claim. */
    waiting_since: ColumnType<string, string | undefined, never>;
    /** Its money became the driver's credit; it covers no fee. */
    is_credit: Generated<boolean>;
    /** Money with its transaction ID was received, so that it does not end for want of a receipt. */
    has_transfer: Generated<boolean>;
    /** The money that it was cleared with. */
    transfer_id: Generated<string | null>;
    created_at: ColumnType<Date, Date, never>;
  };
  payment_attempts: {
    id: GeneratedAlways<string>;
    transaction_id: string;
    driver_id: string;
    type_code: string;
    payment_year: number | null;
    payment_month: number | null;
    amount: string;
    address: string;
    attempted_on: string;
    times: Generated<number>;
    first_at: ColumnType<Date, Date, never>;
    last_at: Date;
    /** The moment of a decision between its driver and the one whose payment has the ID; null until then. */
    settled_at: Generated<Date | null>;
  };
  /** Fees that staff paid from a driver's credit, each for its whole price. */
  credit_uses: OfFee & {
    amount: string;
    used_on: string;
    used_by: string;
    used_at: Date;
    status: Generated<'used' | 'returned'>;
    /** Why it was returned. */
    status_reason: Generated<string | null>;
  };
  reminder_batches: {
    id: GeneratedAlways<string>;
    age: Exclude<ArrearsAge, 'fees'>;
    recipients: number;
    parts: number;
    /** In GHS; null where the price of a text was not known. */
    cost: string | null;
    job_id: string;
    created_by: string;
    created_at: Date;
  };
  reminders: {
    id: GeneratedAlways<string>;
    batch_id: string;
    driver_id: string;
    /** The day on which staff confirmed it. */
    day: string;
    parts: number;
    status: Generated<'waiting' | 'queued' | 'skipped'>;
    /** As staff read it; empty once it is queued or skipped. */
    body: string;
    /** Why it was skipped. */
    status_reason: Generated<string | null>;
  };
};
