import {
  formatDay,
  formatMoney,
  formatPhone,
  isBackdated,
  readTypedDay,
  shownName,
  today,
  WAITS_FOR_APPROVAL,
  type WaitingClaim,
} from '@banbo/contract';
import { Box, Button, Group, NativeSelect, type NativeSelectProps, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { DateField, type DateFieldProps } from '~/components/form/date-field.tsx';
import { feeMoneyFacts, shownFee } from '~/components/payments/fee-parts.ts';
import { ReceiptActions, receiptWords } from '~/components/payments/receipt-actions.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { useSite } from '~/components/site/site-info.ts';
import { useTypeNames } from '~/lib/api/payment-types.ts';

export const FIELDS = { minColWidth: 'min(13rem, 100%)', spacing: 'md', verticalSpacing: 'sm' };

/** The day of money, which says from when on another person must approve it. */
export const ReceivedOn = ({ day, input }: { day: string; input: DateFieldProps }) => (
  <DateField
    {...input}
    label="Received on"
    max={today()}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    description={readTypedDay(day) === day && isBackdated(day, today()) ? WAITS_FOR_APPROVAL : undefined}
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

/** Money that was just taken, with the payments that it cleared and their receipts. */
export type Taken = { message: string; paymentIds: readonly string[]; receipts: readonly string[]; isCash: boolean };

type TakenProps = { taken: Taken | null; onAnother: () => void };

/**
 * Tells of money that was taken, and offers the receipts and the next payment. Whoever pays cash
 * stands at the desk and waits for paper, so printing has the focus then, and the next one else.
 */
export function TakenNote({ taken, onAnother }: TakenProps) {
  const print = useRef<HTMLButtonElement>(null);
  const another = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (taken) ((taken.isCash && print.current) || another.current)?.focus();
  }, [taken]);
  const words = receiptWords(taken?.receipts ?? []);
  return (
    <Stack gap="xs" className={taken ? 'note' : 'visually-hidden'}>
      <p role="status">{taken?.message}</p>
      {taken && (
        <Group gap="xs">
          {taken.receipts.length > 0 && (
            <>
              <strong>{words.charAt(0).toUpperCase() + words.slice(1)}</strong>
              <ReceiptActions
                paymentIds={taken.paymentIds}
                of={words}
                printButton={print}
                onPrinted={() => another.current?.focus()}
              />
            </>
          )}
          <Button ref={another} size="compact-sm" onClick={onAnother}>
            Another
          </Button>
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
        ['Driver', shownName(claim.fullname)],
        ['Driver Code', claim.driver_code],
        ['Car Number', claim.car_number],
        ['Mobile Number', formatPhone(claim.mobile_number)],
        ['For', shownFee({ ...claim, description: nameOfType(claim.payment_type) })],
        ['Amount claimed', formatMoney(claim.amount)],
        ['Claimed on', formatDay(claim.transaction_date)],
        ...feeMoneyFacts(claim),
      ]}
    />
  );
}
