import { type CaseRecord, formatPhone, networksOwnKey } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { ClaimBlock, Comparison, MoneyBlock } from './case-facts.tsx';
import { OtherClaimants, PaidWith, Suggestions } from './case-others.tsx';
import { ReasonBadge } from './case-table.tsx';
import { ClaimActions } from './claim-actions.tsx';
import styles from './clearance.module.css';
import { caseQuery } from './clearance-queries.ts';
import { MoneyActions } from './money-actions.tsx';

type Props = { id: string; onClose: () => void; addressOf: (id: string) => string };

const titleOf = ({ claim, money }: CaseRecord): string => {
  if (claim) return `${claim.driver.fullname} · ${claim.driver.car_number}`;
  return money?.payer_name ? `${money.payer_name} · payer` : 'Unknown payer';
};

function Person({ claim, money }: CaseRecord) {
  const { can } = useAbility();
  if (!claim) return money?.payer_number ? <p className="soft">{formatPhone(money.payer_number)}</p> : null;
  const { driver } = claim;
  return (
    <p className="soft">
      {driver.driver_code} · <a href={`tel:${driver.mobile_number}`}>{formatPhone(driver.mobile_number)}</a>
      {driver.is_removed && ' · removed driver'}
      {can('drivers.read') && (
        <>
          {' '}
          · <Link to={`/view_driver/${driver.id}`}>Driver</Link>
        </>
      )}{' '}
      · <Link to={`/view_payment/${driver.driver_code}`}>History</Link>
    </p>
  );
}

function Contents({ record, addressOf }: { record: CaseRecord; addressOf: Props['addressOf'] }) {
  const { claim, money } = record;
  return (
    <>
      <Person {...record} />
      <ReasonBadge reason={record.reason} />
      {record.reason === 'two_networks' && money && (
        <p>
          Money of another network has the same transaction ID. Look at{' '}
          <Link to={`/money_received?search=${networksOwnKey(money.transaction_id)}`}>both</Link> before you decide.
        </p>
      )}
      {claim && <ClaimBlock claim={claim} />}
      <MoneyBlock money={money} named={record.named_driver} {...(claim && { claimed: claim.amount })} />
      {claim && <Comparison claim={claim} money={money} />}
      <Group gap="xs">
        {claim && <ClaimActions record={record} claim={claim} />}
        {!claim && money && <MoneyActions money={money} hindrance={record.hindrance} />}
      </Group>
      <OtherClaimants record={record} />
      <Suggestions record={record} addressOf={addressOf} />
      <PaidWith payments={record.payments} addressOf={addressOf} />
      <DecisionHistory decisions={record.history} level={3} />
    </>
  );
}

/** One case with its facts and actions. It takes the focus when it opens; Esc closes it. */
export function CasePanel({ id, onClose, addressOf }: Props) {
  const { data: record, error, refetch } = useQuery(caseQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = record !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  const state = record && `${record.reason} ${record.claim?.status} ${record.money?.status}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision removes the focused button
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [state]);
  usePageKey(['Escape'], () => {
    // A question that is open above the case takes the key.
    if (document.querySelector('[role="dialog"]')) return false;
    onClose();
    return true;
  });
  return (
    <aside className={`${side.panel} ${styles.panel}`} aria-label="The chosen case">
      <Group align="start" justify="space-between" gap="xs" wrap="nowrap">
        <Box component="h2" className="content" fz="md" lh={1.3} ref={heading} tabIndex={-1}>
          {record ? titleOf(record) : 'Loading the case...'}
        </Box>
        <Button variant="subtle" size="compact-sm" flex="none" aria-label="Back to the list" onClick={onClose}>
          Back
        </Button>
      </Group>
      {error && !record && <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} />}
      {record && <Contents record={record} addressOf={addressOf} />}
    </aside>
  );
}
