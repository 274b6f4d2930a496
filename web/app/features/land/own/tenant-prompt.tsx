import { formatMoney, type LandPaidRow, ownLandPaymentList, sendTenantPrompt } from '@banbo/contract';
import { useFollowedPrompt } from '~/components/payments/prompt/follow-prompt.ts';
import { keptPrompt } from '~/components/payments/prompt/kept-prompt.ts';
import { PaidByPrompt, PromptPanel } from '~/components/payments/prompt/prompt-panel.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { change, refresh } from '~/lib/api/query-client.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { toast } from '~/lib/toast.ts';
import { toPaidRow } from '../payments/land-rows.ts';
import { type OwnPaymentForm, ownPaymentErrors } from './own-payment-values.ts';

/** A tenant's prompt with its reference. */
type TenantPrompt = LandPaidRow & { payer_number: string; reference: string };

export const tenantPrompt = keptPrompt<TenantPrompt>('banbo-tenant-prompt', ['payment_type', 'amount']);

type Props = { form: OwnPaymentForm; number: string; onClose: () => void };

/** Asks the tenant's phone to approve what the form says, and waits for the end. */
export function TenantPromptPanel({ form, number, onClose }: Props) {
  const nameOfType = useTypeNames('land');
  const prompt = useFollowedPrompt<TenantPrompt>({
    tab: tenantPrompt,
    number,
    keyName: 'banbo-tenant-prompt-key',
    onPaid: () => {
      form.reset();
      void refresh(ownLandPaymentList.page);
    },
  });
  const { kept } = prompt;
  const send = () =>
    void prompt.send(async (payer_number, retryKey) => {
      const values = form.getValues();
      const problems = ownPaymentErrors(values, null);
      form.showErrors(problems);
      if (Object.keys(problems).length > 0) return null;
      const body = { ...toPaidRow(values), payer_number };
      try {
        const idempotencyKey = retryKey.keyFor(body);
        const { reference, message } = await change(sendTenantPrompt, { body, idempotencyKey });
        return { kept: { ...body, reference }, told: { state: 'waiting', message } };
      } catch (error) {
        const { message, fields } = refusalOf(error, [...Object.keys(values), 'payer_number']);
        const { payer_number: wrong, ...others } = fields;
        toast.error(message);
        if (wrong !== undefined) prompt.showNumberError(wrong);
        if (Object.keys(others).length > 0) form.showErrors(others);
        return null;
      }
    });
  return (
    <PromptPanel
      prompt={prompt}
      isSending={prompt.isSending}
      send={send}
      onClose={onClose}
      paid={(told, onDone) =>
        kept && (
          <PaidByPrompt
            facts={[
              { name: 'Amount', value: formatMoney(kept.amount), isMain: true },
              { name: 'Payment Type', value: nameOfType(kept.payment_type) },
            ]}
            told={told}
            onDone={onDone}
          />
        )
      }
    />
  );
}
