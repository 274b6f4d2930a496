import {
  type CaseClaim,
  type CaseDecisionBody,
  type CaseMoney,
  type CaseRecord,
  caseFee,
  formatMoney,
  fromPesewas,
  groupThousands,
  isDoubted,
  toPesewas,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { WaiveFee } from '~/components/payments/give-up-fees.tsx';
import { ReversePayment } from '~/components/payments/reverse-payment.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useDecisions } from './case-flow.tsx';
import { REJECTIONS, reasonOf } from './clearance-queries.ts';

const KEEPINGS = [
  'The driver showed the message of the network.',
  'The number that paid is the driver’s.',
  'The other claimant sent a wrong ID.',
];

type Props = { record: CaseRecord; claim: CaseClaim };

/** Why money cannot clear the claim now, in a sentence; null where it can. */
const obstacle = (money: CaseMoney): string | null => {
  if (money.status === 'dismissed') return 'This money was set aside.';
  if (money.status === 'pending') return 'This cheque waits for its bank. Open the money once the bank has paid it.';
  if (money.status === 'ended') return 'This money was given back or never came.';
  if (money.status !== 'open' || money.left === '0.00') return 'This money was used for another payment.';
  if (isDoubted(money)) return 'The statement differs. Open the money and settle that first.';
  return null;
};

/** The effect of clearing a driver's money below its price, in a sentence; null of other money. */
const effectBelowPrice = (claim: CaseClaim, { left }: CaseMoney): string | null => {
  const { is_paid, price, missing, payer } = claim;
  if (is_paid || payer.side === 'land') return null;
  if (price === null || missing === null) {
    return 'This fee has no price yet: its money becomes the driver’s credit until there is one.';
  }
  if (toPesewas(left) >= toPesewas(price)) return null;
  if (claim.due_from !== null) return 'It becomes the driver’s credit, which pays this month only once it has begun.';
  return toPesewas(left) >= toPesewas(missing)
    ? 'With the credit that is there, it pays the whole price.'
    : `It is below the ${formatMoney(missing)} missing: it becomes the driver’s credit towards this fee, which stays due until its whole price is paid, or what is missing then is waived.`;
};

function Clearing({ claim, money }: { claim: CaseClaim; money: CaseMoney }) {
  const { decideCase } = useDecisions();
  const deciding = useAction({
    run: (body: CaseDecisionBody) => decideCase(claim.id, body),
    says: ({ message }) => message,
  });
  const problem = obstacle(money);
  if (problem) {
    return (
      <p className="note">
        {problem} {isDoubted(money) && <Link to={`?case=T${money.id}`}>See the money</Link>}
        {money.status === 'pending' && <Link to={`/money_received/${money.id}`}>See the cheque</Link>}
      </p>
    );
  }
  const rest = toPesewas(money.left) - toPesewas(claim.amount);
  const clear = (amount: string) =>
    deciding.mutate({ decision: claim.is_paid ? 'credit' : 'clear', transfer_id: money.id, amount });
  const verb = (amount: string) => (claim.is_paid ? `Credit ${formatMoney(amount)}` : `Clear ${formatMoney(amount)}`);
  const effect = effectBelowPrice(claim, money);
  const isPart = !claim.is_paid && claim.missing !== null && toPesewas(money.left) < toPesewas(claim.missing);
  return (
    <>
      {effect && <p className="note">{effect}</p>}
      <Button size="sm" aria-keyshortcuts="c" loading={deciding.isPending} onClick={() => clear(money.left)}>
        {isPart ? `Clear ${groupThousands(money.left)} as part` : verb(money.left)}
      </Button>
      {rest > 0n && (
        <Button size="sm" variant="default" disabled={deciding.isPending} onClick={() => clear(claim.amount)}>
          {verb(claim.amount)}, leave {formatMoney(fromPesewas(rest))}
        </Button>
      )}
    </>
  );
}

/** The effect of a rejection, and on the cheque that the claim waits for. */
const effectOfRejecting = (claim: CaseClaim, money: CaseMoney | null): string => {
  const undone = 'A rejection can be undone.';
  if (money?.status !== 'pending') return `Its transaction ID is free for another claim then. ${undone}`;
  const others =
    money.amount === claim.amount ? '' : `The cheque of ${formatMoney(money.amount)} pays more than this claim. `;
  return (
    `${others}Only this claim is rejected: once the bank has paid the cheque, ${formatMoney(claim.amount)} of ` +
    `it belongs to no payment. If the cheque bounced, note that on the cheque. ${undone}`
  );
};

function Rejecting({ claim, money }: Pick<CaseRecord, 'money'> & { claim: CaseClaim }) {
  const { decideCase } = useDecisions();
  const question = {
    title: `Reject the claim of ${formatMoney(claim.amount)}?`,
    children: effectOfRejecting(claim, money),
    action: 'Reject',
    reason: reasonOf('The payer sees it.', REJECTIONS),
  };
  return (
    <ChangeButton
      {...question}
      label="Reject…"
      button={{ 'aria-keyshortcuts': 'r' }}
      send={(reason) => decideCase(claim.id, { decision: 'reject', reason })}
    />
  );
}

/** Keeps a cleared payment that somebody else claimed later. */
function Keeping({ claim, hindrance }: { claim: CaseClaim; hindrance: string | null }) {
  const { decideCase } = useDecisions();
  if (hindrance !== null) return <p className="note">Somebody else claims this receipt. {hindrance}</p>;
  const question = {
    title: `Keep the payment of ${claim.payer.fullname}?`,
    children: 'The payment stays cleared, and this case is closed. The other claim of this ID opens no new case.',
    action: 'Keep it',
    danger: false,
    reason: reasonOf('Stays in the audit log.', KEEPINGS),
  };
  return (
    <>
      <p className="note">
        Somebody else sent this transaction ID after it had cleared this payment. Ask both to show the message from the
        network. Then keep this payment, or decide for the other one below.
      </p>
      <ChangeButton
        {...question}
        label="Keep this payment…"
        button={{ 'aria-keyshortcuts': 'c' }}
        send={(reason) => decideCase(claim.id, { decision: 'keep', reason })}
      />
    </>
  );
}

/** Waives what is missing of the fee of a cleared payment, which was below its price. */
const Waiving = ({ claim: { payer, is_credit, missing, ...claim } }: { claim: CaseClaim }) =>
  is_credit && missing !== null && payer.driver ? (
    <WaiveFee driverId={payer.driver.id} fee={{ ...claim, missing }} name={caseFee(claim)} />
  ) : null;

/** The decisions that a claim's state allows. */
export function ClaimActions({ record, claim }: Props) {
  const { can } = useAbility();
  const { decideCase } = useDecisions();
  const { money, hindrance, clearing_hindrance } = record;
  if (claim.status === 'rejected') {
    const undo = () => decideCase(claim.id, { decision: 'undo' });
    return <ChangeButton label="Undo the rejection" button={{ variant: 'filled' }} send={undo} />;
  }
  if (claim.status === 'cleared') {
    return (
      <>
        {record.reason === 'reclaimed' && <Keeping claim={claim} hindrance={hindrance} />}
        <ReversePayment payment={claim} hindrance={money?.reversal_hindrance} />
        <Waiving claim={claim} />
      </>
    );
  }
  if (claim.status === 'reversed') return null;
  return (
    <>
      {record.reason === 'other_car' && (
        <p className="note">
          Ask whom the money is for. Clear it if it is this driver’s; if not, reject the claim: the money then waits for
          the driver whose car it names.
        </p>
      )}
      {hindrance !== null && <p className="note">{hindrance}</p>}
      {money && !claim.has_no_id && clearing_hindrance === null && <Clearing claim={claim} money={money} />}
      {!money && can('payments.receive') && !claim.has_no_id && (
        <Button
          size="sm"
          variant="default"
          component={Link}
          to={`/capture_momo?transaction_id=${encodeURIComponent(claim.transaction_id)}`}
        >
          Capture its money
        </Button>
      )}
      {hindrance === null && <Rejecting claim={claim} money={money} />}
    </>
  );
}
