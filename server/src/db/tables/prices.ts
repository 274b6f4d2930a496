import type { PaymentSide, Period } from '@banbo/contract';
import type { Generated } from 'kysely';

export type PriceTables = {
  payment_types: {
    id: Generated<string>;
    type_code: string;
    description: string;
    side: PaymentSide;
    period: Period;
    /** The code of the type that must be paid before. */
    required_type: string | null;
    /** The day in whose month drivers begin to owe it; a type is never owed for the time before it was there. */
    due_from: Generated<string>;
  };
  payment_list: { id: Generated<string>; year: number; type_code: string; amount: string };
};
