import {
  formatReceiptNumber,
  type LandReceiptRecord,
  ReceiptVoided,
  VOID_CAUSE_LABELS,
  VOID_CAUSES,
  type VoidCause,
  voidLandReceipt,
} from '@banbo/contract';
import { CauseFields, useCauseForm } from '~/components/question/cause-fields.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

const REASONS = ['Typed wrongly.', 'Received for another tenant.', 'The money is not in the account.'];

/** The end of the money by each cause. */
const EFFECTS = {
  somebody_else: 'The money stays and is unallocated again. Somebody other than you decides whose it is.',
  never_came: 'It is on no account of ours. Everything that it paid is reversed, too.',
} as const satisfies Record<VoidCause, string>;

type Props = { receipt: Pick<LandReceiptRecord, 'id' | 'void_hindrance'> };

function VoidQuestion({ receipt: { id } }: Props) {
  const form = useCauseForm(ReceiptVoided, { change: 'void' });
  const send = (values: { cause: string; reason: string }) =>
    change(voidLandReceipt, { params: { id }, body: ReceiptVoided.parse({ change: 'void', ...values }) });
  return (
    <FormButton
      label="Void…"
      title={`Make receipt ${formatReceiptNumber(id)} void?`}
      action="Make it void"
      danger
      form={form}
      send={send}
    >
      <p>
        Everything that it is for is reversed, and ground rent that it paid is owed again. That cannot be undone. To
        give the money back, choose Refund instead.
      </p>
      <CauseFields
        form={form}
        label="What becomes of the money?"
        causes={VOID_CAUSES}
        labels={VOID_CAUSE_LABELS}
        effects={EFFECTS}
        seenBy="Stays on the receipt."
        presets={REASONS}
      />
    </FormButton>
  );
}

/** Makes a receipt void, for those who may; says why somebody else has to. */
export function VoidReceipt({ receipt }: Props) {
  const { can } = useAbility();
  if (!can('payments.reverse')) return null;
  const { void_hindrance: hindrance } = receipt;
  return hindrance === null ? <VoidQuestion receipt={receipt} /> : <p className="note">To make it void: {hindrance}</p>;
}
