import {
  feeName,
  formatDay,
  formatMoney,
  formatPhone,
  isBackdated,
  printReceipts,
  textReceipt,
  today,
  WAITS_FOR_APPROVAL,
  type WaitingClaim,
} from '@banbo/contract';
import {
  Box,
  Button,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { feeMoneyFacts } from '~/components/payments/fee-parts.ts';
import { FactList } from '~/components/record/fact-list.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { call } from '~/lib/api/api.ts';
import { useTypeNames } from '~/lib/api/payment-types.ts';
import { openFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';

export const FIELDS = { minColWidth: 'min(13rem, 100%)', spacing: 'md', verticalSpacing: 'sm' };

/** Prints and texts the receipts of payments that were just cleared together. */
function ReceiptActions({ paymentIds }: { paymentIds: readonly string[] }) {
  const printing = useAction({
    run: () => openFile(printReceipts, { query: { payment_ids: paymentIds.join() } }),
    says: (name) => `${name} is open. Print it from there.`,
  });
  const texting = useAction({
    run: () => call(textReceipt, { body: { payment_ids: [...paymentIds] } }),
    says: ({ message }) => message,
  });
  const isOne = paymentIds.length === 1;
  return (
    <>
      <Button size="xs" loading={printing.isPending} onClick={() => printing.mutate()}>
        {isOne ? 'Print receipt' : 'Print receipts'}
      </Button>
      <Button size="xs" variant="default" loading={texting.isPending} onClick={() => texting.mutate()}>
        {isOne ? 'Text it' : 'Text them'}
      </Button>
    </>
  );
}

/** The day of money, which says from when on another person must approve it. */
export const ReceivedOn = ({ day, input }: { day: string; input: TextInputProps }) => (
  <TextInput
    {...input}
    label="Received on"
    type="date"
    max={today()}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    description={day !== '' && isBackdated(day, today()) ? WAITS_FOR_APPROVAL : undefined}
  />
);

/** The network whose account received MoMo money, which tells two equal IDs apart. */
export const NetworkChoice = ({ input }: { input: NativeSelectProps }) => (
  <NativeSelect
    {...input}
    label="Network of the account"
    data={[
      { value: '', label: 'Not known' },
      ...useSite().networks.map(({ code, name }) => ({ value: code, label: name })),
    ]}
  />
);

export const PanelTitle = ({ children }: { children: string }) => (
  <Box component="h2" fz="var(--text-lg)">
    {children}
  </Box>
);

/** Money that was just taken, and the payments that it cleared. */
export type Taken = { message: string; paymentIds: readonly string[] };

/** Tells of money that was taken, and offers the receipts; `children` stand beside them. */
export function TakenNote({ taken, children }: { taken: Taken | null; children?: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // It stands above a form whose end the person has just pressed; the receipts follow it.
    if (taken) said.current?.focus();
  }, [taken]);
  return (
    <Stack gap="xs" className={taken ? 'note' : 'visually-hidden'}>
      <p role="status" tabIndex={-1} ref={said}>
        {taken?.message}
      </p>
      {taken && taken.paymentIds.length > 0 && (
        <Group gap="xs">
          <ReceiptActions paymentIds={taken.paymentIds} />
          {children}
        </Group>
      )}
    </Stack>
  );
}

/** The facts of a claim that waits. */
export function ClaimFacts({ claim }: { claim: WaitingClaim }) {
  const nameOfType = useTypeNames();
  return (
    <FactList
      facts={[
        ['Driver', claim.fullname],
        ['Driver Code', claim.driver_code],
        ['Car Number', claim.car_number],
        ['Mobile Number', formatPhone(claim.mobile_number)],
        ['For', feeName({ ...claim, description: nameOfType(claim.payment_type) })],
        ['Amount claimed', formatMoney(claim.amount)],
        ['Claimed on', formatDay(claim.transaction_date)],
        ...feeMoneyFacts(claim),
      ]}
    />
  );
}
