import {
  changeLandRefund,
  changeRefund,
  formatDay,
  formatInstant,
  formatMoney,
  formatReceiptNumber,
  PAYMENT_MODE_LABELS,
  type PayerSide,
  RefundChange,
  type RefundRecord,
  showLandRefund,
  shownPayer,
  showRefund,
} from '@banbo/contract';
import { Box, Group } from '@mantine/core';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { PayoutQuestion } from '~/components/payments/payout-question.tsx';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { withFixed } from '~/lib/form/check-by.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { RefundBadge, sourceOf } from './refund-table.tsx';
import { SettleOwed } from './settle-owed.tsx';

/** The source of the money, with the way to it. */
function Source({ refund }: { refund: RefundRecord }) {
  const { source, driver_code, payment_id, transfer_id, receipt_id } = refund;
  const words = sourceOf(refund);
  if (source === 'money') return <AllowedLink to={`/money_received/${transfer_id}`}>{words}</AllowedLink>;
  if (receipt_id !== null)
    return <AllowedLink to={`/receipt_page/${receipt_id}`}>{`Receipt ${formatReceiptNumber(receipt_id)}`}</AllowedLink>;
  const payment = source === 'payment' ? `?payment=${payment_id}` : '';
  return <AllowedLink to={`/view_payment/${driver_code}${payment}`}>{words}</AllowedLink>;
}

/** The driver, or the payer as the receipt names them. */
const payerOf = ({ fullname, driver_code }: RefundRecord): Fact[] => {
  if (fullname === null) return [];
  const name = shownPayer(fullname);
  return [driver_code === null ? ['Payer', name] : ['Driver', `${name}, ${driver_code}`]];
};

/** Changes a refund on its own side. */
const changeOfSide = ({ id, side }: Pick<RefundRecord, 'id' | 'side'>, body: RefundChange) =>
  change(side === 'land' ? changeLandRefund : changeRefund, { params: { id }, body });

const factsOf = (refund: RefundRecord): Fact[] => {
  const { status, paid_on, reference, approved_by, approved_at, is_alone, ended_by, ended_at, owed_at } = refund;
  const { settled_at, recovered_from, written_off, still_owed } = refund;
  const ended: Fact = [status === 'paid' ? 'Noted by' : 'Ended by', byAndAt(ended_by, ended_at)];
  return [
    ['From', <Source key="from" refund={refund} />],
    ...payerOf(refund),
    ['Amount', formatMoney(refund.amount)],
    [status === 'paid' ? 'Paid by' : 'To be paid by', PAYMENT_MODE_LABELS[refund.mode]],
    [status === 'paid' ? 'Paid to' : 'To', refund.paid_to],
    ['Reason', refund.reason],
    ['Asked by', byAndAt(refund.asked_by, refund.asked_at)],
    ...doneBy('Approved by', approved_by, approved_at, is_alone),
    ...(paid_on === null ? [] : [['Paid on', formatDay(paid_on)] as const, ['Reference', reference] as const]),
    ...(ended_at === null ? [] : [ended]),
    ...(owed_at === null
      ? []
      : [['Owed back since', `${formatInstant(owed_at)}: the money behind it never came`] as const]),
    ...(owed_at === null || settled_at !== null ? [] : [['Still owed', formatMoney(still_owed)] as const]),
    ...(recovered_from === null
      ? []
      : [
          [
            'Paid back to us with',
            <AllowedLink key="with" to={`/money_received/${recovered_from}`}>
              this money
            </AllowedLink>,
          ] as const,
        ]),
    ...(written_off === null ? [] : [['Written off', formatMoney(written_off)] as const]),
    ...(settled_at === null ? [] : [['Settled', formatInstant(settled_at)] as const]),
  ];
};

/** Notes how an approved refund was paid out. */
const PayRefund = ({ refund }: { refund: RefundRecord }) => (
  <PayoutQuestion
    payout={refund}
    schema={RefundChange}
    send={(body) => changeOfSide(refund, body)}
    also={refund.source !== 'money' && ' The payer gets a text message about it.'}
    more={<p className="soft">To pay somebody else, or in another way, withdraw this refund and ask for it again.</p>}
    cashHint="Cash gets a number of its own."
    referenceHint="The transaction ID of the payout, or the bank’s reference"
  />
);

const RETURNED = {
  credit: 'The money is the driver’s credit again.',
  payment: 'Its money is unallocated money again. The payment stays reversed, and its receipt void.',
  money: 'It is unallocated money again.',
} as const;

function RefundActions({ refund, side }: { refund: RefundRecord; side: PayerSide }) {
  const { can } = useAbility();
  const { status, source, approval_id, payout_hindrance } = refund;
  if (refund.side !== side) return <p className="note">{ASKED_ON[refund.side]}</p>;
  if (approval_id !== null) return <WaitingApproval id={approval_id}>Another person approves it</WaitingApproval>;
  if (refund.owed_at !== null && refund.settled_at === null)
    return <SettleOwed refund={refund} changing={(body) => changeOfSide(refund, body)} />;
  if (status !== 'approved' || !can(side === 'land' ? 'land.refund' : 'payments.refund')) return null;
  return (
    <Group gap="sm">
      {payout_hindrance === null ? (
        <PayRefund refund={refund} />
      ) : (
        <p className="note">To be paid: {payout_hindrance}</p>
      )}
      <ChangeButton
        label="Withdraw…"
        title="Withdraw this refund?"
        action="Withdraw"
        reason={{ schema: WITHDRAWAL, seenBy: 'Stays with the refund and in the audit log.' }}
        send={(reason) => changeOfSide(refund, { change: 'withdraw', reason })}
      >
        {RETURNED[source]}
      </ChangeButton>
    </Group>
  );
}

const WITHDRAWAL = withFixed(RefundChange, { change: 'withdraw' });

/** Money that paid nothing is in the lists of both sides, and acted on where it was asked for. */
const ASKED_ON = {
  drivers: 'It was asked for among the refunds of drivers, where it is approved and paid.',
  land: 'It was asked for on Refund Payment of the land side, where it is approved and paid.',
} as const satisfies Record<PayerSide, string>;

/** The page of a refund of the land side. */
export const LandRefundPage = ({ id }: { id: string }) => <RefundPage id={id} side="land" />;

/** A refund with everybody who took part in it, and what comes next. */
export function RefundPage({ id, side = 'drivers' }: { id: string; side?: PayerSide }) {
  const isLand = side === 'land';
  useLive(['approvals'], () => refresh(isLand ? 'land_refunds' : 'refunds'));
  const asked = isLand ? read(showLandRefund, { params: { id } }) : read(showRefund, { params: { id } });
  return (
    <RecordPage
      of="refund"
      query={{ ...asked, staleTime: 0 }}
      all={{ to: isLand ? '/refund_payment' : '/refunds', label: 'All refunds' }}
      title={({ amount }) => `Refund of ${formatMoney(amount)}`}
    >
      {(refund) => (
        <Box maw="44rem">
          <Box mb="md">
            <RefundBadge refund={refund} reason={refund.status_reason} />
          </Box>
          <FactList facts={factsOf(refund)} />
          <Box mt="lg">
            <RefundActions refund={refund} side={side} />
          </Box>
        </Box>
      )}
    </RecordPage>
  );
}
