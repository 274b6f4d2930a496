import {
  CaseDecisionBody,
  CHOSEN_CAUSES,
  type ChosenCause,
  decideClearance,
  formatMoney,
  REVERSAL_CAUSE_LABELS,
  transactionName,
} from '@banbo/contract';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { CauseFields, useCauseForm } from '../question/cause-fields.tsx';
import { FormButton } from '../question/confirm.tsx';

const REASONS = ['Typed wrongly.', 'Received for somebody else.', 'The money is not in the account.'];

/** The end of the money by each cause, in the words of an office. */
const EFFECTS = {
  wrong_car: 'The money stays. Somebody other than you decides whose it is.',
  never_came: 'It is on no account of ours. Everything that it paid is reversed, too.',
} as const satisfies Record<ChosenCause, string>;

const bodyOf = (values: { cause: string; reason: string }) =>
  CaseDecisionBody.parse({ ...values, decision: 'reverse' });

type Props = {
  payment: { id: string; amount: string; transaction_id: string };
  /** The sentence that keeps the person from it, which stands in place of the button. */
  hindrance?: string | null | undefined;
  /** True in a row of a list, where the payment is named for screen readers. */
  isInRow?: boolean;
};

/** Asks what became of the money of a cleared payment, and the reason, and reverses it. */
function ReverseQuestion({ payment: { id, amount, transaction_id }, isInRow = false }: Props) {
  const form = useCauseForm(CaseDecisionBody, { decision: 'reverse' });
  return (
    <FormButton
      label="Reverse…"
      {...(isInRow && { name: `Reverse the payment ${transactionName(transaction_id)}`, size: 'compact-sm' })}
      title={`Reverse the payment of ${formatMoney(amount)}?`}
      action="Reverse"
      danger
      form={form}
      send={(values) => change(decideClearance, { params: { id }, body: bodyOf(values) })}
    >
      <p>
        Whatever it paid is due again, and its receipt is void. A reversal cannot be undone. To give the money back,
        choose Refund instead.
      </p>
      <CauseFields
        form={form}
        label="What happened?"
        causes={CHOSEN_CAUSES}
        labels={REVERSAL_CAUSE_LABELS}
        effects={EFFECTS}
        seenBy="The payer sees it."
        presets={REASONS}
      />
    </FormButton>
  );
}

/** Reverses a cleared payment, for those who may; says why somebody else has to. */
export function ReversePayment({ hindrance = null, ...props }: Props) {
  const { can } = useAbility();
  if (!can('payments.reverse') || !can('payments.clear')) return null;
  return hindrance === null ? <ReverseQuestion {...props} /> : <p className="note">Reversing it: {hindrance}</p>;
}
