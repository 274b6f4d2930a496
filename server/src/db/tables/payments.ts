import type { PaymentStatus, Period } from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type PaymentTables = {
  payments: {
    id: GeneratedAlways<string>;
    driver_id: string;
    type_code: string;
    /** Its type's; the database keeps them alike. */
    period: Period;
    payment_year: number | null;
    /** 1…12. */
    payment_month: number | null;
    /** The list price when it was submitted. */
    amount_due: string | null;
    amount: string;
    transaction_id: string;
    /** The day of submission in Accra. */
    transaction_date: string;
    status: Generated<PaymentStatus>;
    /** The reason of a rejection or reversal. */
    status_reason: Generated<string | null>;
    /** The day from which days without a receipt count: that of the claim. */
    waiting_since: ColumnType<string, string | undefined, never>;
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
  };
};
