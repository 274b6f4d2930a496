import {
  formatDay,
  formatInstant,
  formatMoney,
  formatReceiptNumber,
  getLandReceipt,
  getLandReceiptPdf,
  type LandReceiptRecord,
  landReceiptList,
  PAYMENT_MODE_LABELS,
  printLandReceipt,
  RECEIPT_STATUS_LABELS,
  REFUND_STATUS_LABELS,
  type Receipt,
  shownKind,
  shownPayer,
  shownZoneIn,
  textLandReceipt,
  transactionName,
} from '@banbo/contract';
import { Box, Button, Group, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { LandPayerName } from '~/components/payments/land-payer.tsx';
import { RefundQuestion } from '~/components/payments/refund-question.tsx';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { byAndAt, type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { openFile, saveFile } from '~/lib/api/save-file.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { receiptColumns } from './receipt-table.tsx';
import { VoidReceipt } from './void-receipt.tsx';

const numberCell = ({ id }: Receipt) => <Link to={`/receipt_page/${id}`}>{formatReceiptNumber(id)}</Link>;

const pdfCell = ({ id }: Receipt) => (
  <SavePdf of={formatReceiptNumber(id)} save={() => saveFile(getLandReceiptPdf, { params: { id } })} />
);

/** Receipts of what was paid for land, the newest first. */
export function LandReceiptTable() {
  const state = useListState(landReceiptList);
  return (
    <ListScreen
      list={landReceiptList}
      state={state}
      caption="Receipts"
      columns={receiptColumns(state.filters.status, { number: numberCell, action: pdfCell })}
      loading="Loading the receipts..."
      empty={
        <p>{state.isFiltered ? 'No receipt has this number or transaction ID.' : 'No receipt has been issued yet.'}</p>
      }
    />
  );
}

type Props = { receipt: LandReceiptRecord };

const factsOf = (receipt: LandReceiptRecord): Fact[] => {
  const { payer_details, paid_on, mode, transaction_id, received_by, issued_at, texted_at, refund } = receipt;
  return [
    ['Payer', <LandPayerName key="payer" of={receipt} />],
    ['Details', shownZoneIn(payer_details)],
    ['Paid on', formatDay(paid_on)],
    ['Paid by', `${PAYMENT_MODE_LABELS[mode]}, ${transactionName(transaction_id)}`],
    ['Received by', received_by],
    ['Issued', formatInstant(issued_at)],
    ...(texted_at === null ? [] : [['Texted', formatInstant(texted_at)] as const]),
    ...(receipt.voided_at === null
      ? []
      : [['Void since', byAndAt(receipt.voided_by ?? 'The server', receipt.voided_at)] as const]),
    ...(refund === null
      ? []
      : [
          [
            'Refund',
            <Link key="refund" to={`/refund_payment/${refund.id}`}>
              {REFUND_STATUS_LABELS[refund.status]}
            </Link>,
          ] as const,
        ]),
  ];
};

function Lines({ receipt: { lines, amount } }: Props) {
  return (
    <Table aria-label="What it is for">
      <Table.Tbody>
        {lines.map(({ text, amount: sum }) => (
          <Table.Tr key={`${text} ${sum}`}>
            <Table.Td>{shownKind(text)}</Table.Td>
            <Table.Td ta="right">{formatMoney(sum)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">Total</Table.Th>
          <Table.Th ta="right">{formatMoney(amount)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** Prints, saves and texts the receipt, makes it void, or asks for its money back. */
function Actions({ receipt }: Props) {
  const { can } = useAbility();
  const { id, status, payer_name, payment_id, refund } = receipt;
  const params = { id };
  const says = (name: string) => `${name} is open. Print it from there.`;
  const page = useAction({ run: () => openFile(getLandReceiptPdf, { params }), says });
  const roll = useAction({ run: () => openFile(printLandReceipt, { params }), says });
  const retryKey = useIdempotencyKey();
  const texting = useAction({
    run: () => retryKey.send(params, (idempotencyKey) => change(textLandReceipt, { params, idempotencyKey })),
    says: ({ message }) => message,
  });
  const isIssued = status === 'issued';
  const isRefunded = refund !== null && ['asked', 'approved', 'paid'].includes(refund.status);
  return (
    <Group gap="sm">
      <Button loading={page.isPending} onClick={() => page.mutate()}>
        Print on A5
      </Button>
      <Button variant="default" loading={roll.isPending} onClick={() => roll.mutate()}>
        Print on 80 mm
      </Button>
      {isIssued && can('land.receive') && (
        <Button variant="default" loading={texting.isPending} onClick={() => texting.mutate()}>
          Text to the payer
        </Button>
      )}
      {isIssued && !isRefunded && payment_id !== null && (
        <RefundQuestion
          side="land"
          from="payment"
          id={payment_id}
          paidTo={shownPayer(payer_name)}
          of={`receipt ${formatReceiptNumber(id)}`}
        />
      )}
      {isIssued && <VoidReceipt receipt={receipt} />}
    </Group>
  );
}

/** A receipt of what was paid for land, with what became of it. */
export function LandReceiptPage({ id }: { id: string }) {
  return (
    <RecordPage
      of="receipt"
      query={{ ...read(getLandReceipt, { params: { id } }), staleTime: 0 }}
      all={{ to: '/receipt_page', label: 'All receipts' }}
      title={(receipt) => `Receipt ${formatReceiptNumber(receipt.id)}`}
    >
      {(receipt) => (
        <Stack maw="44rem" gap="lg">
          <Box>
            <StatusBadge tone={receipt.status === 'void' ? 'bad' : 'good'} reason={receipt.void_reason}>
              {RECEIPT_STATUS_LABELS[receipt.status]}
            </StatusBadge>
          </Box>
          <FactList facts={factsOf(receipt)} />
          <Lines receipt={receipt} />
          <Actions receipt={receipt} />
          <DecisionHistory decisions={receipt.history} />
        </Stack>
      )}
    </RecordPage>
  );
}
