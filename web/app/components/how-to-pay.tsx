import { type DEFAULT_FEES, formatMoney } from '@banbo/contract';
import styles from './how-to-pay.module.css';
import { useFees, useSite } from './site-info.ts';

const FEES = [
  { code: 'RF', name: 'Registration fee', when: 'once, first' },
  { code: 'SS', name: 'Monthly subscription', when: 'every month' },
  { code: 'DP', name: 'GPS tracking device with panic button and camera, fitted', when: 'once' },
] as const satisfies { code: keyof typeof DEFAULT_FEES; name: string; when: string }[];

/** This year's fees, the accounts to pay them to, and what to do then. `isInside` another card it has no frames of its own. */
export function HowToPay({ isInside = false }: { isInside?: boolean }) {
  const fees = useFees();
  const { momo_merchants, momo_numbers } = useSite();
  return (
    <div className={styles.pay} data-inside={isInside || undefined}>
      <section className={styles.card} aria-label="Fees">
        <h3>Fees</h3>
        <dl className={styles.fees}>
          {FEES.map(({ code, name, when }) => (
            <div key={code}>
              <dt>
                {name} <small>{when}</small>
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
            <ul className={styles.accounts}>
              {[
                ...momo_merchants.map((one) => ({ ...one, kind: 'merchant' })),
                ...momo_numbers.map((one) => ({ ...one, kind: 'number' })),
              ].map(({ network, kind, number, name }) => (
                <li key={`${network} ${number}`}>
                  {network} {kind} <strong>{number}</strong> <small>{name}</small>
                </li>
              ))}
            </ul>
          </li>
          <li>Give your car number as the reference.</li>
          <li>Note the transaction ID of the message you get: MTN’s has 11 digits.</li>
          <li>Enter it on the Payments page, with your car number.</li>
        </ol>
      </section>
    </div>
  );
}
