import type { Fee, Mode, Plan, WaiverKind } from './books.ts';

export type Row = { driver: string; fee: Fee; amount: bigint };
type By = { by: number };
/** Money that a person chooses for a claim, and how much of it; null takes all that is left. */
export type Chosen = { money: string; amount: bigint | null };
export type Line = { id: string; amount: bigint; month: string };

/** All that people, drivers and the server's jobs do with money. `by` is a member of staff. */
export type Operation =
  | ({ do: 'register'; plan: Plan } & By)
  | { do: 'submit'; driver: string; fee: Fee; amount: bigint; id: string }
  | ({ do: 'capture'; id: string; amount: bigint } & By)
  | ({ do: 'receive'; mode: Mode; id: string; amount: bigint; rows: readonly Row[]; creditTo: string | null } & By)
  | ({ do: 'import'; lines: readonly Line[]; covers: string | null } & By)
  | ({ do: 'clear' | 'credit'; payment: string; chosen: Chosen | null } & By)
  | ({ do: 'reject' | 'undo'; payment: string } & By)
  | ({ do: 'correct ID'; payment: string; id: string } & By)
  | ({ do: 'reverse'; payment: string; cause: 'wrong_car' | 'never_came' } & By)
  | ({ do: 'award'; payment: string; attempt: string } & By)
  | ({ do: 'assign'; money: string; driver: string; fee: Fee; amount: bigint | null } & By)
  | ({ do: 'dismiss' | 'take up' | 'accept' | 'correct' | 'never_came'; money: string } & By)
  | ({ do: 'take_back' | 'came_after_all' | 'stays ended'; money: string } & By)
  | ({ do: 'bank_paid' | 'bounced'; money: string } & By)
  | ({ do: 'use' | 'return'; driver: string; fee: Fee } & By)
  | ({ do: 'plan'; driver: string; plan: Plan; from: string } & By)
  | ({ do: 'ask price'; price: string; amount: bigint } & By)
  | ({ do: 'approve' | 'refuse'; price: string } & By)
  | ({
      do: 'ask refund';
      from: 'credit' | 'payment' | 'money';
      of: string;
      mode: 'momo' | 'cash' | 'bank';
      amount: bigint | null;
    } & By)
  | ({ do: 'approve refund' | 'refuse refund'; refund: string } & By)
  | ({ do: 'pay refund' | 'withdraw refund'; refund: string; reference: string } & By)
  | ({ do: 'ask waiver'; driver: string; kind: WaiverKind; fees: readonly Fee[] } & By)
  | ({ do: 'approve waiver' | 'refuse waiver'; waiver: string } & By)
  | ({ do: 'ask prompt'; payer: string } & Row)
  | { do: 'pay prompt'; prompt: string; id: string }
  | ({ do: 'merge'; driver: string; into: string } & By)
  | ({ do: 'approve merge' | 'approve plan'; driver: string } & By)
  | { do: 'match claims' | 'use credit' }
  | { do: 'month'; month: string };

/** The operations that do one of these things. */
export type Of<What extends Operation['do']> = Operation extends infer One
  ? One extends { do: infer Does }
    ? [What & Does] extends [never]
      ? never
      : One
    : never
  : never;

/** All that an answer says: whether it was done, and in a word what came of it. */
export type Outcome = { isDone: boolean; word?: string };

/** All that an answer names: a driver's code and number, or the number that money was given. */
export type Named = { code?: string; id?: string; car?: string; approval?: string; reference?: string };

export const describe = (operation: Operation): string =>
  JSON.stringify(operation, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
