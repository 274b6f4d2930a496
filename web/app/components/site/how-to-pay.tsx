import { BASE_PLAN, formatMoney, idFormOf, type PublicFees, planOf } from '@banbo/contract';
import { MomoAccounts } from '../payments/momo-accounts.tsx';
import styles from './how-to-pay.module.css';
import { useFees, useSite } from './site-info.ts';

const FEES = [
  { fee: 'registration', name: 'Registration fee', when: 'once, first' },
  { fee: 'subscription', name: 'Monthly subscription', when: 'every month' },
  { fee: 'device', name: 'GPS tracking device with panic button and camera, fitted', when: 'once' },
] as const satisfies { fee: keyof PublicFees; name: string; when: string }[];

type Props = { plan: string | null; isInside?: boolean };

/**
 * This year's fees with the plan's price, the accounts to pay to, and the next steps. `isInside`
 * another card, it draws no frames.
 */
export function HowToPay({ plan, isInside = false }: Props) {
  const fees = useFees(plan);
  const [network] = useSite().networks;
  const asked = planOf(plan);
  const planName = asked && asked.slug !== BASE_PLAN ? `${asked.name} plan, ` : '';
  return (
    <div className={`stack ${styles.pay}`} data-inside={isInside || undefined}>
      <section className="card" aria-label="Fees">
        <h3>Fees</h3>
        <dl className={styles.fees}>
          {FEES.map(({ fee, name, when }) => (
            <div key={fee}>
              <dt>
                {name}{' '}
                <small>
                  {fee === 'subscription' && planName}
                  {when}
                </small>
              </dt>
              <dd>{formatMoney(fees[fee])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card" aria-label="How to pay">
        <h3>How to pay</h3>
        <ol>
          <li>
            Send the amount by mobile money to one of these:
            <MomoAccounts />
          </li>
          <li>Give your car number as the reference.</li>
          <li>
            Note the transaction ID of the message you get
            {network && `: ${network.name}’s has ${idFormOf(network)}`}.
          </li>
          <li>Enter it on the Payments page, with your car number.</li>
        </ol>
      </section>
    </div>
  );
}
