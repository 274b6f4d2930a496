import { type DEFAULT_FEES, formatMoney, planOf, planPriceOf, planSubscriptionPrice } from '@banbo/contract';
import styles from './how-to-pay.module.css';
import { MomoAccounts } from './payments/momo-accounts.tsx';
import { useFees } from './site-info.ts';

const FEES = [
  { code: 'RF', name: 'Registration fee', when: 'once, first' },
  { code: 'SS', name: 'Monthly subscription', when: 'every month' },
  { code: 'DP', name: 'GPS tracking device with panic button and camera, fitted', when: 'once' },
] as const satisfies { code: keyof typeof DEFAULT_FEES; name: string; when: string }[];

type Props = { plan: string | null; isInside?: boolean };

/**
 * This year's fees with the plan's monthly price, the accounts to pay them to, and the steps after that. With
 * `isInside`, in another card, it draws no frames of its own.
 */
export function HowToPay({ plan, isInside = false }: Props) {
  const listed = useFees();
  const fees = { ...listed, SS: planSubscriptionPrice(listed.SS, plan) };
  const planName = planPriceOf(plan) === null ? '' : `${planOf(plan)?.name} plan, `;
  return (
    <div className={styles.pay} data-inside={isInside || undefined}>
      <section className={styles.card} aria-label="Fees">
        <h3>Fees</h3>
        <dl className={styles.fees}>
          {FEES.map(({ code, name, when }) => (
            <div key={code}>
              <dt>
                {name}{' '}
                <small>
                  {code === 'SS' && planName}
                  {when}
                </small>
              </dt>
              <dd>{formatMoney(fees[code])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.card} aria-label="How to pay">
        <h3>How to pay</h3>
        <ol className={styles.steps}>
          <li>
            Send the amount by mobile money to one of these:
            <MomoAccounts />
          </li>
          <li>Give your car number as the reference.</li>
          <li>Note the transaction ID of the message you get: MTN’s has 11 digits.</li>
          <li>Enter it on the Payments page, with your car number.</li>
        </ol>
      </section>
    </div>
  );
}
