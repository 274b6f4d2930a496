import {
  formatMoney,
  GROUND_RENT,
  getOwnLandPayer,
  type LandPayer,
  PAYMENTS_OPEN_SOON,
  sendTenantClaim,
  shownKind,
} from '@banbo/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormChoice } from '~/components/form/form-inputs.tsx';
import { FormMoney } from '~/components/form/form-line.tsx';
import { ClaimedId } from '~/components/payments/claimed-id.tsx';
import { MomoAccounts } from '~/components/payments/momo-accounts.tsx';
import { PromptInvitation } from '~/components/payments/prompt/prompt-invitation.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { LoadError } from '~/components/trouble/states.tsx';
import { landTypesQuery } from '~/lib/api/payment-types.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { isOwing, owedRentWords, plotsOf } from '../payments/land-rows.ts';
import {
  claimOf,
  EMPTY_OWN_PAYMENT,
  type OwnPaymentForm,
  type OwnPaymentValues,
  ownPaymentErrors,
} from './own-payment-values.ts';
import { TenantPromptPanel, tenantPrompt } from './tenant-prompt.tsx';

/** The tenant's choice: the type, the plot that it is for, and the amount. */
function WhatIsPaid({ form, payer }: { form: OwnPaymentForm; payer: LandPayer }) {
  const { data: types = [], status, error, refetch } = useQuery(landTypesQuery);
  const isRent = form.values.payment_type === GROUND_RENT;
  const plots = plotsOf(payer);
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} isPart />;
  return (
    <>
      <FormChoice
        {...form.field('payment_type')}
        label="Payment Type"
        required
        choices={types.map(({ type_code, description }) => ({ value: type_code, label: shownKind(description) }))}
        placeholder={status === 'pending' ? 'Loading...' : 'Choose…'}
      />
      {isRent ? (
        <FormChoice
          {...form.field('tenancy_id')}
          label="Plot"
          required
          choices={payer.tenancies.map((one) => ({ value: one.id, label: `${one.plot}, ${owedRentWords(one)}` }))}
          placeholder="Choose…"
        />
      ) : (
        plots.length > 0 && (
          <FormChoice
            {...form.field('plot_id')}
            label="Plot"
            required={false}
            choices={plots}
            placeholder="None of these"
          />
        )
      )}
      <FormMoney {...form.field('amount')} label="Amount" required hint="What you have sent" />
    </>
  );
}

type OwedRentProps = { payer: LandPayer; onPay: ((one: LandPayer['tenancies'][number]) => void) | null };

/** The ground rent that is owed for each plot; a press fills the form in. */
function OwedRent({ payer, onPay }: OwedRentProps) {
  const owing = payer.tenancies.filter(isOwing);
  if (owing.length === 0) return null;
  return (
    <ul className="ruled" aria-label="Ground rent that you owe">
      {owing.map((one) => (
        <li key={one.id}>
          <strong>{formatMoney(one.owed)}</strong>
          <span>ground rent of {one.plot}</span>
          {onPay && (
            <Button
              size="compact-sm"
              ml="auto"
              aria-label={`Pay ground rent of ${one.plot}`}
              onClick={() => onPay(one)}
            >
              Pay
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Pays by MoMo: a claim of money that was sent, or a prompt to a phone. */
function PayForm({ form, payer, onClose }: { form: OwnPaymentForm; payer: LandPayer; onClose: () => void }) {
  const { networks, offers_prompts } = useSite();
  const [isPrompting, setPrompting] = useState(() => tenantPrompt.read() !== null);
  const [sent, setSent] = useState('');
  const submit = form.submit(async (values) => {
    const body = claimOf(values, networks);
    const { message } = await change(sendTenantClaim, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    form.reset(EMPTY_OWN_PAYMENT);
    setSent(message);
  });
  return (
    <form className="stack close" onSubmit={submit} noValidate aria-label="Payment">
      <p role="status" className={sent === '' ? 'visually-hidden' : 'note'}>
        {sent}
      </p>
      <p>
        Send the money first by mobile money, with your tenant code as the reference. Then tell us its transaction ID
        here. We clear your payment once we find it in our account.
      </p>
      <details>
        <summary>Our mobile money accounts</summary>
        <MomoAccounts />
      </details>
      <WhatIsPaid form={form} payer={payer} />
      <ClaimedId
        id={{ ...form.field('transaction_id'), label: 'Transaction ID', required: true }}
        network={{ ...form.field('network'), label: 'Network' }}
        onNetwork={(network) => {
          form.setFieldValue('network', network);
          // Its error may be about another network's IDs.
          form.clearFieldError('transaction_id');
        }}
      />
      {offers_prompts &&
        (isPrompting ? (
          <TenantPromptPanel form={form} number={payer.number ?? ''} onClose={() => setPrompting(false)} />
        ) : (
          <PromptInvitation onOpen={() => setPrompting(true)} />
        ))}
      <Group gap="sm">
        <Button type="submit" loading={form.isBusy}>
          Submit
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </form>
  );
}

/** The tenant's debt, and the form by which they pay. */
export function PayForLand() {
  const { networks, opens_soon } = useSite();
  const { data: payer, error, refetch } = useQuery({ ...read(getOwnLandPayer, {}), staleTime: 0 });
  const [isOpen, setOpen] = useState(() => tenantPrompt.read() !== null);
  const form = useForm<OwnPaymentValues>({
    initial: EMPTY_OWN_PAYMENT,
    check: (values) => ownPaymentErrors(values, networks),
    checkOnLeave: ['amount', 'transaction_id'],
    keyName: 'banbo-tenant-payment-key',
  });
  if (error && !payer) return <LoadError message={error.message} onRetry={() => void refetch()} isPart />;
  if (!payer) return <p role="status">Loading what you owe...</p>;
  const pay = ({ id, owed }: LandPayer['tenancies'][number]) => {
    form.setValues({ payment_type: GROUND_RENT, tenancy_id: id, amount: owed });
    setOpen(true);
    form.focus('transaction_id');
  };
  return (
    <Stack gap="sm" mb="md">
      <OwedRent payer={payer} onPay={opens_soon ? null : pay} />
      {opens_soon && <p className="note">{PAYMENTS_OPEN_SOON}</p>}
      {!opens_soon &&
        (isOpen ? (
          <PayForm form={form} payer={payer} onClose={() => setOpen(false)} />
        ) : (
          <Group>
            <Button onClick={() => setOpen(true)}>Pay by mobile money</Button>
          </Group>
        ))}
    </Stack>
  );
}
