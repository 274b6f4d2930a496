import type { MenuItem } from '@banbo/contract';
import { Tooltip } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon-paths.ts';
import styles from './menu-entry.module.css';
import { isSamePage } from './same-page.ts';

/** The icon of a menu item by the words of its path; the first match counts. */
const BY_WORD: readonly (readonly [RegExp, IconName])[] = [
  [/dashboard/, 'home'],
  [/logout/, 'logout'],
  [/search/, 'search'],
  [/registration$|driver_updates|personal_information/, 'register'],
  [/drivers?$/, 'drivers'],
  [/map|location|tracker|zonal/, 'map'],
  [/capture_momo/, 'phone'],
  [/clearance|approv|activation/, 'check'],
  [/ledger|statement/, 'ledger'],
  [/fees|receipt|subscriptions/, 'receipt'],
  [/device/, 'device'],
  [/revenue|expenditure|report/, 'chart'],
  [/payment_types|payment_list|yearly_payments/, 'list'],
  [/payment|refund/, 'money'],
  [/response/, 'bell'],
  [/message|contact/, 'mail'],
  [/cases/, 'scale'],
  [/role/, 'shield'],
  [/audit/, 'history'],
  [/users|tenants|kin/, 'people'],
  [/setup|setting/, 'settings'],
];

const iconOf = (path: string): IconName => BY_WORD.find(([words]) => words.test(path))?.[1] ?? 'document';

/** The words about a page of the office that is not built yet. */
export const NOT_BUILT = 'not built yet, it comes with a later version';

type Props = {
  item: MenuItem;
  /** Records behind it that wait for somebody. */
  count: number;
  /** Only its icon is seen. */
  isFolded: boolean;
  onIntent: (path: string) => void;
  onFollow: (() => void) | undefined;
};

/** An item of the menu: a link to its page, which tells of itself where it is not built yet. */
export function MenuEntry({ item: { path, label, ready }, count, isFolded, onIntent, onFollow }: Props) {
  const { pathname } = useLocation();
  return (
    <Tooltip label={ready ? label : `${label}: ${NOT_BUILT}`} position="right" disabled={!isFolded} events={SHOWN_ON}>
      <Link
        to={path}
        aria-current={isSamePage(path, pathname) ? 'page' : undefined}
        className={styles.item ?? ''}
        data-soon={!ready || undefined}
        onMouseEnter={() => onIntent(path)}
        onClick={() => onFollow?.()}
      >
        <Icon name={iconOf(path)} />
        <span className={isFolded ? 'visually-hidden' : undefined}>{label}</span>
        {count > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            </span>
            <span className="visually-hidden">({count.toLocaleString('en-GB')} waiting)</span>
          </>
        )}
        {!ready && (
          <>
            {!isFolded && (
              <span className={styles.soon} aria-hidden="true">
                soon
              </span>
            )}
            <span className="visually-hidden">({NOT_BUILT})</span>
          </>
        )}
      </Link>
    </Tooltip>
  );
}

/** Larger counts leave a label no room. */
const MOST_SHOWN = 999;

const SHOWN_ON = { hover: true, focus: true, touch: false };
