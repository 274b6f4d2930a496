import type { PaymentSide, Period, PlanSlug } from '@banbo/contract';
import type { Generated, GeneratedAlways } from 'kysely';

export type PriceTables = {
  payment_types: {
    id: Generated<string>;
    type_code: string;
    description: string;
    side: PaymentSide;
    period: Period;
    /** The code of the type that must be paid before. */
    required_type: string | null;
    /** The day from which on drivers owe it, a monthly one for that month too; never for the time before. */
    due_from: Generated<string>;
    /** Each plan has its own price of it. */
    by_plan: Generated<boolean>;
  };
  payment_list: {
    id: Generated<string>;
    year: number;
    type_code: string;
    /** Of a type that is priced by plan, and of no other. */
    plan: PlanSlug | null;
    by_plan: GeneratedAlways<boolean>;
    amount: string;
  };
};
