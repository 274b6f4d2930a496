import type { ForgivenKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import type { Applying } from './define-approval.ts';

/** A change that lowered what is owed, as the list of waivers shows it. */
type Forgiven = {
  kind: ForgivenKind;
  driver_id?: string;
  tenancy_id?: string;
  /** The change in a few words: `Plan from November 2026`. */
  subject: string;
  /** Money text; null where it was not added up. */
  amount: string | null;
  reason?: string | undefined;
};

type Made = Pick<Applying<unknown>, 'askedBy' | 'by' | 'isAlone' | 'now'>;

/** Changes that lower what is owed without money, as payments know them for the other domains. */
export type Forgiving = {
  /**
   * Tries `work` and undoes it. Gives the sum by which what the drivers owe today falls, as money
   * text; null for all drivers where they are too many to add up.
   */
  sumOf: (
    tx: Tx,
    of: { drivers: readonly string[] | 'all'; now: Date },
    work: () => Promise<unknown>,
  ) => Promise<string | null>;
  /**
   * The sentence why a change that gives up an amount waits for another person; null if it need
   * not, since nothing is given up, or no more than one person may in a day. Null, a sum that was
   * not added up, waits in any case; `debtors` says in the sentence who may owe less.
   */
  whyWaits: (
    tx: Tx,
    made: { by: Author; now: Date },
    amount: string | null,
    debtors?: 'drivers' | 'tenants',
  ) => Promise<string | null>;
  /**
   * Applies a change with `work`, and stores the sum that it gives up. Refused with 409 `conflict`
   * where that is more than was asked for, which is 0.00 by default.
   */
  giveUp: <Result>(
    tx: Tx,
    forgiven: Omit<Forgiven, 'amount'>,
    of: { drivers: readonly string[] | 'all'; asked?: string | null | undefined } & Made,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  /** Stores what an applied change gave up; nothing where that is 0.00. */
  note: (tx: Tx, forgiven: Forgiven, made: Made) => Promise<void>;
};
