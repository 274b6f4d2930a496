import { MAX_LAND_ROWS } from '@banbo/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ClaimFacts } from '~/components/payments/desk/claim-facts.tsx';
import { DeskForm } from '~/components/payments/desk/desk-form.tsx';
import { MoneyFields, PanelTitle, SumFacts } from '~/components/payments/desk/money-fields.tsx';
import { sumOf } from '~/components/payments/desk/use-desk.ts';
import { LandReceiptActions } from '~/components/payments/receipt-actions.tsx';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { LandRowFields, RowsHead } from './land-row-fields.tsx';
import { chosenPayer } from './land-rows.ts';
import { PayerChoice } from './payer-choice.tsx';
import { useLandDesk } from './use-land-desk.ts';

type Desk = ReturnType<typeof useLandDesk>;

/** The claim of the typed transaction ID. */
function ClaimNote({ desk: { claim, takeClaim } }: { desk: Desk }) {
  if (!claim) return null;
  const isLand = claim.side === 'land';
  return (
    <div className="note">
      <p>
        {isLand
          ? 'A claim waits with this transaction ID. Receive exactly that, or decide it on Payment Clearance.'
          : 'A driver’s claim waits with this transaction ID. Decide it on Payment Clearance.'}
      </p>
      <ClaimFacts claim={claim} />
      {isLand && (
        <Button size="xs" onClick={() => void takeClaim(claim)}>
          Receive this claim
        </Button>
      )}
    </div>
  );
}

/** The rows of what is paid, each with its amount, and their sum. */
function PaidRows({ desk }: { desk: Desk }) {
  const { form, types, trouble, payer, rows, rowErrors } = desk;
  return (
    <Stack component="section" className="card" gap="sm" aria-label="What it pays">
      <PanelTitle>What it pays</PanelTitle>
      {trouble && (
        <p className="note" role="alert">
          {trouble.message}{' '}
          <Button size="xs" variant="default" onClick={() => void desk.retry()}>
            Try again
          </Button>
        </p>
      )}
      {rows.length > 0 && <RowsHead />}
      <Stack component="ol" gap="sm">
        {rows.map((row, index) => (
          <LandRowFields
            key={row.key}
            row={row}
            index={index}
            types={types}
            payer={payer.data}
            hasPlot={form.values.payer !== 'tenant_id'}
            price={desk.priceOf(row)}
            errors={rowErrors}
            onChange={(change) => desk.change(row.key, change)}
            onRemove={() => desk.remove(row.key)}
          />
        ))}
      </Stack>
      <Group gap="sm">
        <Button
          id={fieldId('payments')}
          variant="default"
          disabled={rows.length >= MAX_LAND_ROWS}
          onClick={desk.addRow}
          {...(rowErrors.payments && { 'aria-describedby': 'no-payments' })}
        >
          {rows.length === 0 ? 'Add what is paid' : 'One more'}
        </Button>
        {rowErrors.payments && (
          <Text id="no-payments" fz="sm" fw={600} c="var(--danger)">
            {rowErrors.payments}
          </Text>
        )}
      </Group>
      <Group justify="end" pt="sm" style={{ borderTop: '2px solid var(--line)' }}>
        <SumFacts amount={form.values.amount} paid={sumOf(rows)} />
      </Group>
    </Stack>
  );
}

/** The form for money that is paid for land, and everything that it pays in one receipt. */
export function LandDesk() {
  const desk = useLandDesk();
  const { form } = desk;
  // Later the note of what was taken has the focus.
  const [isEmpty] = useState(() => chosenPayer(form.values) === null);
  useFocusOnOpening('tenant_id', isEmpty);
  return (
    <DeskForm
      desk={desk}
      label="Payment received for land"
      receipts={({ receipts: [receipt = ''] }, place) => <LandReceiptActions receipt={receipt} {...place} />}
    >
      <Stack component="section" className="card" gap="sm" aria-label="Who pays">
        <PanelTitle>Who pays</PanelTitle>
        <PayerChoice desk={desk} />
      </Stack>
      <PaidRows desk={desk} />
      <Stack component="section" className="card" gap="sm" aria-label="Money">
        <PanelTitle>Money received</PanelTitle>
        <MoneyFields form={form} onMode={desk.setMode} onId={() => void desk.leaveId()} />
        {form.values.mode === 'cheque' && (
          <Text fz="sm">What a cheque pays waits until its bank has paid it. The receipt comes then.</Text>
        )}
        <ClaimNote desk={desk} />
      </Stack>
    </DeskForm>
  );
}
