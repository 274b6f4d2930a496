import type { ApprovalKind, AskedChange, IssuedCode } from '@banbo/contract';
import type { ZodType } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Subject } from './hands.repo.ts';

/** The two people of a change: who asked, and who approves it; the same where one is alone. */
export type Applying<Input> = {
  input: Input;
  subjectId: string;
  askedBy: { accountId: string; login: string };
  by: Caller;
  isAlone: boolean;
  now: Date;
};

/** A sentence for the approver, and a setup code if it made one. */
export type Applied = { message: string; invitation?: IssuedCode };

/** An approval that ended without the change, and why, in a sentence where there is one. */
export type Ended = {
  subjectId: string;
  how: 'refuse' | 'withdraw' | 'expire';
  reason: string | undefined;
  by: Caller;
  now: Date;
};

type Definition<Input> = {
  kind: ApprovalKind;
  /** The shape of what is stored until it is approved. */
  input: ZodType<Input>;
  /**
   * Applies the change in the transaction of its approval, and audits it. A refusal that it throws
   * makes the approval stale, with its sentence: the record changed meanwhile.
   */
  apply: (tx: Tx, applying: Applying<Input>) => Promise<Applied>;
  /** Locks what `handsIn` reads: else more could come in between the check of hands and `apply`. */
  lock?: (tx: Tx, subjectId: string) => Promise<void>;
  /** The records in which a hand keeps a person from approving it, beside having asked for it. */
  handsIn?: (db: Db, subjectId: string) => Promise<readonly Subject[]>;
  /** Its subject is an account, which decides nothing about itself. */
  isOfAccount?: true;
  /**
   * Shown beside its words and kept in no log, such as whom money goes to. None where what was
   * asked is of an older version.
   */
  facts?: (db: Db, subjectId: string, input: Input) => Promise<readonly AskedChange[]>;
  /** Follows an approval that was refused, withdrawn or out of date, in its transaction. */
  ended?: (tx: Tx, ended: Ended) => Promise<void>;
};

/** A change that waits for another person, as approvals apply it from its stored values. */
export type AnyApproval = Pick<
  Definition<unknown>,
  'kind' | 'apply' | 'lock' | 'handsIn' | 'isOfAccount' | 'facts' | 'ended'
>;
export type DefinedApproval<Input> = AnyApproval & { input: ZodType<Input> };

/** Defines a change that waits for another person. Its words stand in the contract. */
export const defineApproval = <Input>({ input, apply, facts, ...rest }: Definition<Input>): DefinedApproval<Input> => ({
  ...rest,
  input,
  ...(facts && {
    facts: async (db, subjectId, given) => {
      const { success, data } = input.safeParse(given);
      return success ? facts(db, subjectId, data) : [];
    },
  }),
  apply: (tx, applying) => {
    const { success, data } = input.safeParse(applying.input);
    if (!success) throw new Refusal('conflict', 'It was asked for in an older version. Please ask for it again.');
    return apply(tx, { ...applying, input: data });
  },
});
