import {
  type CaseMoney,
  formatDay,
  formatMoney,
  formatPhone,
  isDoubted,
  type SuggestedDriver,
  today,
  twinOf,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { landDeskAddress } from '~/components/payments/desk-address.ts';
import { RefundQuestion } from '~/components/payments/refund-question.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { AssignFee } from './assign-fee.tsx';
import { useDecisions } from './case-flow.tsx';
import { DISMISSALS, reasonOf } from './clearance-queries.ts';

const SETTLEMENTS = ['Looked at the account.', 'The network took its fee.', 'It was captured wrongly.'];

type Props = { money: CaseMoney };

function Settling({ money }: Props) {
  const { decideMoney } = useDecisions();
  const { id, amount, statement_amount, received_on, statement_day } = money;
  const isDay = statement_day !== null && statement_day !== received_on;
  const inWords = (sum: string, day: string): string => `${formatMoney(sum)}${isDay ? ` of ${formatDay(day)}` : ''}`;
  const kept = inWords(amount, received_on);
  const shown = inWords(statement_amount ?? amount, statement_day ?? received_on);
  const common = { danger: false, reason: reasonOf('Stays in the audit log.', SETTLEMENTS) };
  const take = {
    ...common,
    title: `Take the statement’s ${shown}?`,
    children:
      statement_amount === amount
        ? 'What it paid is of that day, too. Reports keep the day on which they counted it.'
        : `The recorded ${kept} becomes what the statement shows. Payments that were cleared with it are reversed first.`,
    action: `Take ${shown}`,
  };
  const keep = {
    ...common,
    title: `Keep ${kept}?`,
    children: 'It stays as it was recorded, whatever the statement shows.',
    action: `Keep ${kept}`,
  };
  return (
    <>
      <ChangeButton
        {...take}
        label={`Take ${shown}…`}
        send={(reason) => decideMoney(id, { decision: 'correct', reason })}
      />
      <ChangeButton
        {...keep}
        label={`Keep ${kept}…`}
        send={(reason) => decideMoney(id, { decision: 'accept', reason })}
      />
    </>
  );
}

const INVENTIONS = ['No statement shows it.', 'It was captured by mistake.', 'It was captured twice.'];

/** Keeps money that a statement shows going out again. */
function KeepTakenBack({ money: { id, amount, missing_since, taken_back_on }, hindrance }: ActionProps) {
  const { decideMoney } = useDecisions();
  if (missing_since === null || taken_back_on === null || hindrance !== null) return null;
  return (
    <ChangeButton
      label={`Keep ${formatMoney(amount)}…`}
      title={`Is the ${formatMoney(amount)} still in the account?`}
      action="Keep it"
      danger={false}
      reason={reasonOf('Stays in the audit log.', SETTLEMENTS)}
      send={(reason) => decideMoney(id, { decision: 'accept', reason })}
    >
      Look at the account first. It stays in the books, whatever the statement shows.
    </ChangeButton>
  );
}

/** Takes money that paid nothing out of the books, for those who may reverse payments. */
function NeverCame({
  money: { id, amount, left, missing_since, reversal_hindrance, is_paid_back: isPaidBack },
}: Props) {
  const { can } = useAbility();
  const { decideMoney } = useDecisions();
  if (left === '0.00' && !isPaidBack) return null;
  if (!can('payments.reverse') || reversal_hindrance !== null) {
    if (missing_since === null) return null;
    return (
      <p className="note">
        {reversal_hindrance === null
          ? 'If it never came, somebody who may reverse payments notes that.'
          : `If it never came: ${reversal_hindrance}`}
      </p>
    );
  }
  return (
    <ChangeButton
      label="Never came…"
      title={`Did the ${formatMoney(isPaidBack ? amount : left)} never come?`}
      action="It never came"
      reason={reasonOf('Stays with the money and in the audit log.', INVENTIONS)}
      send={(reason) => decideMoney(id, { decision: 'never_came', reason })}
    >
      Look at the account first. It is taken out of the books today and no longer pays anything. Any part that was paid
      back is owed by the driver, or by the person who got it. That cannot be undone.
    </ChangeButton>
  );
}

/** Gives money that paid nothing back, or notes that it never came. */
function Ending({ money }: Props) {
  const { id, left, payer_name, payer_number, transaction_id } = money;
  const { can } = useAbility();
  // Money that paid nothing is of the side whose people ask it back.
  const side = can('payments.refund') ? 'drivers' : 'land';
  const paidTo = [payer_name, payer_number && formatPhone(payer_number)].filter(Boolean).join(', ');
  return (
    <>
      {left !== '0.00' && !isDoubted(money) && (
        <RefundQuestion side={side} from="money" id={id} paidTo={paidTo} of={`the money ${transaction_id}`} />
      )}
      <NeverCame money={money} />
    </>
  );
}

/** Takes back the fees that money paid which no statement shows, once its days are over. */
export function TakeFeeBack({ money: { id, amount, left, taken_back_from: from, reversal_hindrance } }: Props) {
  const { can } = useAbility();
  const { decideMoney } = useDecisions();
  // Money that paid nothing ends by 'Never came', without waiting.
  if (from === null || left === amount) return null;
  if (from > today(new Date())) {
    return <p className="soft">A statement may still show it. Its fee can be taken back from {formatDay(from)} on.</p>;
  }
  if (!can('payments.reverse')) return <p className="soft">Somebody who may reverse payments can take its fee back.</p>;
  if (reversal_hindrance !== null) return <p className="note">To take its fee back: {reversal_hindrance}</p>;
  return (
    <ChangeButton
      label="Take the fee back…"
      title={`Did the ${formatMoney(amount)} never come?`}
      action="Take the fee back"
      reason={reasonOf('The drivers see it.', INVENTIONS)}
      send={(reason) => decideMoney(id, { decision: 'take_back', reason })}
    >
      Look at the account first. Everything that it paid is reversed and due again, and it is taken out of the books
      today.
    </ChangeButton>
  );
}

const PROOFS = ['The statement shows it.', 'Looked at the account.'];

/** Takes up again money that ended as never come, and that a statement shows; or leaves it so. */
function CameAfterAll({ money: { id, amount, reversal_hindrance } }: Props) {
  const { can } = useAbility();
  const { decideMoney } = useDecisions();
  if (!can('payments.reverse'))
    return <p className="soft">Somebody who may reverse payments decides whether it came.</p>;
  if (reversal_hindrance !== null) return <p className="note">Whether it came: {reversal_hindrance}</p>;
  const reason = reasonOf('Stays with the money and in the audit log.', PROOFS);
  return (
    <>
      <ChangeButton
        label="It came after all…"
        title={`Did the ${formatMoney(amount)} come after all?`}
        action="It came"
        danger={false}
        reason={reason}
        send={(given) => decideMoney(id, { decision: 'came_after_all', reason: given })}
      >
        It is in the books again from today, and waits for a claim or a person. What it paid before stays reversed.
      </ChangeButton>
      <ChangeButton
        label="It stays ended…"
        title="Does it stay ended?"
        action="It stays ended"
        danger={false}
        reason={reason}
        send={(given) => decideMoney(id, { decision: 'accept', reason: given })}
      >
        A statement can be wrong or forged. The money stays out of the books.
      </ChangeButton>
    </>
  );
}

/** Leads to the desk of the land side, which takes money that is known by its ID as a whole. */
function ReceiveForLand({ money: { mode, transaction_id, network, amount } }: Props) {
  const { can } = useAbility();
  if (mode !== 'momo' || !can('land.receive')) return null;
  const id = twinOf(transaction_id)?.id ?? transaction_id;
  return (
    <Button component={Link} to={landDeskAddress({ transaction_id: id, network, amount })} variant="default">
      Receive it on Receive Payment
    </Button>
  );
}

type ActionProps = Props & { hindrance: string | null; suggested?: SuggestedDriver | undefined };

/** The decisions that the state of money without a claim allows. */
export function MoneyActions({ money, hindrance, suggested }: ActionProps) {
  const { decideMoney } = useDecisions();
  const doubted = isDoubted(money);
  if (money.status === 'ended') {
    if (money.is_shown_ended) return <CameAfterAll money={money} />;
    return money.is_paid_back && money.mode !== 'cheque' ? <NeverCame money={money} /> : null;
  }
  if (money.status === 'dismissed') {
    const undo = () => decideMoney(money.id, { decision: 'undo' });
    return (
      <>
        <ChangeButton label="Put it back" button={{ variant: 'filled' }} send={undo} />
        <TakeFeeBack money={money} />
        <Ending money={money} />
      </>
    );
  }
  if (hindrance !== null) {
    return (
      <>
        <p className="note">{hindrance}</p>
        {money.status === 'open' && <Ending money={money} />}
      </>
    );
  }
  const question = {
    title: `Set ${formatMoney(money.left)} aside?`,
    children: 'It no longer waits, and clears no claim. This can be undone.',
    action: 'Set aside',
    danger: false,
    reason: reasonOf('Stays with the money and in the audit log.', DISMISSALS),
  };
  return (
    <>
      {doubted && <Settling money={money} />}
      <KeepTakenBack money={money} hindrance={hindrance} />
      <TakeFeeBack money={money} />
      {money.status === 'open' && !doubted && <AssignFee money={money} suggested={suggested} />}
      {money.status === 'open' && !doubted && money.left === money.amount && <ReceiveForLand money={money} />}
      {money.status === 'open' && (
        <ChangeButton
          {...question}
          label="Set aside…"
          button={{ 'aria-keyshortcuts': 'r' }}
          send={(reason) => decideMoney(money.id, { decision: 'dismiss', reason })}
        />
      )}
      {money.status === 'open' && <Ending money={money} />}
    </>
  );
}
