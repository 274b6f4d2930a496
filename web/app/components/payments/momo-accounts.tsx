import { ACCOUNTS_TO_COME } from '@banbo/contract';
import { CopyButton } from '../record/copy-button.tsx';
import { useSite } from '../site/site-info.ts';
import styles from './momo-accounts.module.css';

/** The accounts that money is sent to, each number easy to copy into the phone's money app. */
export function MomoAccounts() {
  const { momo_merchants, momo_numbers } = useSite();
  const accounts = [
    ...momo_merchants.map((one) => ({ ...one, kind: 'merchant' })),
    ...momo_numbers.map((one) => ({ ...one, kind: 'number' })),
  ];
  if (accounts.length === 0) return <p className="soft">{ACCOUNTS_TO_COME}</p>;
  const [holder, ...others] = new Set(accounts.map(({ name }) => name));
  return (
    <ul className={`tiles ${styles.accounts}`} aria-label="Our mobile money accounts">
      {accounts.map(({ network, kind, number, name }) => (
        <li key={`${network} ${number}`}>
          <span>
            {network} {kind} <strong>{number}</strong>
            {others.length > 0 && <small> {name}</small>}
          </span>
          <CopyButton
            text={number.replaceAll(' ', '')}
            of={`${network} ${kind}`}
            className={`small-button ${styles.copy}`}
          />
        </li>
      ))}
      {holder && others.length === 0 && <li className={styles.holder}>All in the name of {holder}</li>}
    </ul>
  );
}
