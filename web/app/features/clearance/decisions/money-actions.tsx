import { type CaseMoney, formatMoney, isDoubted } from '@banbo/contract';
import { Button } from '@mantine/core';
import { AssignFee } from './assign-fee.tsx';
import styles from './case-panel.module.css';
import { ReasonedButton } from './reasoned-button.tsx';
import { useMoneyDecision } from './use-decision.ts';

const DISMISSALS = ['It is no payment of a driver.', 'It was sent back to the payer.', 'It was captured by mistake.'];
const SETTLEMENTS = ['Looked at the account.', 'The network took its fee.', 'It was captured wrongly.'];

type Props = { money: CaseMoney };

function Settling({ money }: Props) {
  const deciding = useMoneyDecision(money.id);
  const [kept, shown] = [formatMoney(money.amount), formatMoney(money.statement_amount ?? money.amount)];
  if (money.is_own) {
    return (
      <p className={styles.note}>
        You captured this receipt, and the statement shows another amount. Somebody else has to settle that.
      </p>
    );
  }
  const common = { busy: deciding.isPending, presets: SETTLEMENTS, seenBy: 'Stays in the audit log.' };
  return (
    <>
      <ReasonedButton
        {...common}
        label={`Take ${shown}…`}
        title={`Take the statement’s ${shown}?`}
        action={`Take ${shown}`}
        onDecide={(reason, done) => deciding.mutate({ decision: 'correct', reason }, { onSettled: done })}
      >
        <p>
          The captured {kept} becomes the statement’s amount. Payments that were cleared with it are reversed first.
        </p>
      </ReasonedButton>
      <ReasonedButton
        {...common}
        label={`Keep ${kept}…`}
        title={`Keep ${kept}?`}
        action={`Keep ${kept}`}
        onDecide={(reason, done) => deciding.mutate({ decision: 'accept', reason }, { onSettled: done })}
      >
        <p>The amount stays, whatever the statement shows.</p>
      </ReasonedButton>
    </>
  );
}

/** The decisions that the state of money without a claim allows. */
export function MoneyActions({ money }: Props) {
  const deciding = useMoneyDecision(money.id);
  const doubted = isDoubted(money);
  if (money.status === 'dismissed') {
    return (
      <Button size="sm" loading={deciding.isPending} onClick={() => deciding.mutate({ decision: 'undo' })}>
        Take it up again
      </Button>
    );
  }
  return (
    <>
      {doubted && <Settling money={money} />}
      {money.status === 'open' && !doubted && <AssignFee money={money} />}
      {money.status === 'open' && (
        <ReasonedButton
          label="Set aside…"
          title={`Set ${formatMoney(money.left)} aside?`}
          action="Set aside"
          busy={deciding.isPending}
          presets={DISMISSALS}
          seenBy="Stays with the money and in the audit log."
          onDecide={(reason, done) => deciding.mutate({ decision: 'dismiss', reason }, { onSettled: done })}
        >
          <p>It waits no more, and clears no claim. That can be undone.</p>
        </ReasonedButton>
      )}
    </>
  );
}
