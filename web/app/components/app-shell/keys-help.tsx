import { Modal } from '@mantine/core';
import { useState } from 'react';
import { usePageKey } from '~/lib/use-page-key.ts';
import styles from './keys-help.module.css';

type Key = { keys: readonly string[]; does: string };

const SEARCH: Key = { keys: ['/'], does: 'Search the office' };
const KEYS: readonly Key[] = [
  { keys: ['j', '↓'], does: 'The next row of a list' },
  { keys: ['k', '↑'], does: 'The row before it' },
  { keys: ['Enter'], does: 'Open the row, or the result of a search' },
  { keys: ['Esc'], does: 'Leave the search, or close what is open' },
  { keys: ['?'], does: 'These keys' },
];

/** The line of keys in the footer, and the list of them all that `?` opens. */
export function KeysHelp({ hasSearch }: { hasSearch: boolean }) {
  const [isOpen, setOpen] = useState(false);
  usePageKey(['?'], () => {
    setOpen(true);
    return true;
  });
  return (
    <>
      <p className={styles.line}>
        Keys: {hasSearch && '/ search · '}j k rows · Enter open ·{' '}
        <button type="button" className={styles.all} onClick={() => setOpen(true)}>
          ? all keys
        </button>
      </p>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keys of the office" size="sm" centered>
        <dl className={styles.keys}>
          {[...(hasSearch ? [SEARCH] : []), ...KEYS].map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>Letters and marks are keys only while you are not typing in a field.</p>
      </Modal>
    </>
  );
}
