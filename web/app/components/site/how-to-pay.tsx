import { BASE_PLAN, formatMoney, idFormOf, PAYMENTS_OPEN_SOON, type PublicFees, planOf } from '@banbo/contract';
import type { ReactNode } from 'react';
import { MomoAccounts } from '../payments/momo-accounts.tsx';
import styles from './how-to-pay.module.css';
import { useFees, useSite } from './site-info.ts';

const FEES = [
  { fee: 'registration', name: 'Registration fee', when: 'once, first' },
  { fee: 'subscription', name: 'Monthly subscription', when: 'every month' },
  { fee: 'device', name: 'GPS tracking device with panic button and camera, fitted', when: 'once' },
] as const satisfies { fee: keyof PublicFees; name: string; when: string }[];

type Props = { plan: string | null; isInside?: boolean };

/** A part of it: a card of its own, or within another card one line that opens. */
function Part({ title, isInside, children }: { title: string; isInside: boolean; children: ReactNode }) {
  if (isInside)
    return (
      <details>
        <summary>
          <h3>{title}</h3>
        </summary>
        {children}
      </details>
    );
  return (
    <section className="card" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/**
 * This year's fees with the plan's price, the accounts to pay to, and the next steps. `isInside`
 * another card, each is one line that opens.
 */
export function HowToPay({ plan, isInside = false }: Props) {
  const fees = useFees(plan);
  const {
    networks: [network],
    opens_soon,
  } = useSite();
  const asked = planOf(plan);
  const planName = asked && asked.slug !== BASE_PLAN ? `${asked.name} plan, ` : '';
  return (
    <div className={`stack ${styles.pay}`}>
      <Part title="Fees" isInside={isInside}>
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
      </Part>
      <Part title="How to pay" isInside={isInside}>
        {opens_soon ? (
          <p>{PAYMENTS_OPEN_SOON}</p>
        ) : (
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
        )}
      </Part>
    </div>
  );
}
