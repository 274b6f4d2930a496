import { useState } from 'react';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { useSite } from '../site-info.ts';
import styles from './momo-accounts.module.css';

/** The accounts that money is sent to, each number easy to copy into the phone's money app. */
export function MomoAccounts() {
  const { momo_merchants, momo_numbers } = useSite();
  const accounts = [
    ...momo_merchants.map((one) => ({ ...one, kind: 'merchant' })),
    ...momo_numbers.map((one) => ({ ...one, kind: 'number' })),
  ];
  return (
    <ul className={styles.accounts} aria-label="Our mobile money accounts">
      {accounts.map(({ network, kind, number, name }) => (
        <li key={`${network} ${number}`}>
          <span>
            {network} {kind} <strong>{number}</strong> <small>{name}</small>
          </span>
          <CopyNumber number={number} of={`${network} ${kind}`} />
        </li>
      ))}
    </ul>
  );
}

/** Copies the bare digits. A browser that cannot, as on an address without HTTPS, shows no button. */
function CopyNumber({ number, of }: { number: string; of: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!useHydrated() || !navigator.clipboard) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number.replaceAll(' ', ''));
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span> <span className="visually-hidden">{of}</span>
    </button>
  );
}
