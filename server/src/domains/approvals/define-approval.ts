import type { ApprovalKind, IssuedCode } from '@banbo/contract';
import type { ZodType } from 'zod';
import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** The two people of a change: who asked, and who approves it; the same where one is alone. */
export type Applying<Input> = {
  input: Input;
  subjectId: string;
  askedBy: { accountId: string; login: string };
  by: Caller;
  now: Date;
};

/** A sentence for the approver, and a setup code if it made one. */
export type Applied = { message: string; invitation?: IssuedCode };

type Definition<Input> = {
  kind: ApprovalKind;
  /** The shape of what is stored until it is approved. */
  input: ZodType<Input>;
  /**
   * Applies the change in the transaction of its approval, and audits it. A refusal that it throws
   * makes the approval stale, with its sentence: the record changed meanwhile.
   */
  apply: (tx: Tx, applying: Applying<Input>) => Promise<Applied>;
};

/** A change that waits for another person, as approvals apply it from its stored values. */
export type AnyApproval = { kind: ApprovalKind; apply: Definition<unknown>['apply'] };
export type DefinedApproval<Input> = AnyApproval & { input: ZodType<Input> };

/** Defines a change that waits for another person. Its words stand in the contract. */
export const defineApproval = <Input>({ kind, input, apply }: Definition<Input>): DefinedApproval<Input> => ({
  kind,
  input,
  apply: (tx, applying) => {
    const { success, data } = input.safeParse(applying.input);
    if (!success) throw new Refusal('conflict', 'It was asked for in an older version. Please ask for it again.');
    return apply(tx, { ...applying, input: data });
  },
});
