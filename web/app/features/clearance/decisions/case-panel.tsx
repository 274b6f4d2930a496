import { type CaseRecord, formatPhone, isDoubted, networksOwnKey, shownName } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import side from '~/components/page/side-panel.module.css';
import { DecisionHistory } from '~/components/record/decision-history.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { TextPerson } from '~/components/write-text/text-person.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { ClaimBlock, Comparison, MoneyBlock } from './case-facts.tsx';
import { type CaseFlow, useDecisions } from './case-flow.tsx';
import { OtherClaimants, PaidWith, Suggestions } from './case-others.tsx';
import { ReasonBadge } from './case-table.tsx';
import { ClaimActions } from './claim-actions.tsx';
import styles from './clearance.module.css';
import { caseQuery, reasonOf } from './clearance-queries.ts';
import { FindDriver, suggestedOf, useFoundDriver } from './found-driver.tsx';
import { MoneyActions } from './money-actions.tsx';
import { SuggestedDrivers } from './suggested-drivers.tsx';

type Props = { id: string; flow: CaseFlow };

const titleOf = ({ claim, money }: CaseRecord): string => {
  if (claim) return `${shownName(claim.payer.fullname)} · ${claim.payer.details}`;
  return money?.payer_name ? `${shownName(money.payer_name)} · payer` : 'Unknown payer';
};

function Person({ claim, money }: CaseRecord) {
  const { can } = useAbility();
  if (!claim) return money?.payer_number ? <p className="soft">{formatPhone(money.payer_number)}</p> : null;
  const { side, driver, mobile_number, page } = claim.payer;
  const isReadable = can(side === 'land' ? 'land.read' : 'drivers.read');
  const facts = [
    side === 'land' ? 'Land' : driver?.driver_code,
    mobile_number && formatPhone(mobile_number),
    driver?.is_removed && 'removed driver',
  ];
  return (
    <p className="soft">
      {facts.filter(Boolean).join(' · ')}
      {isReadable && (
        <>
          {' '}
          · <Link to={page}>{side === 'land' ? 'Record' : 'Driver'}</Link>
        </>
      )}
    </p>
  );
}

const STEP = { variant: 'subtle', size: 'compact-sm', px: 6, miw: 24 } as const;
const QUIET = { variant: 'default', size: 'compact-sm' } as const;

/** Ways to reach the person of the case, their past, and a note for whoever looks next. */
function Reaching({ claim, money, id }: CaseRecord) {
  const { decideCase, decideMoney } = useDecisions();
  const driver = claim?.payer.driver;
  const number = claim?.payer.mobile_number ?? money?.payer_number ?? '';
  const note = (reason: string) =>
    claim ? decideCase(claim.id, { decision: 'note', reason }) : decideMoney(id.slice(1), { decision: 'note', reason });
  return (
    <Group gap="xs">
      {number !== '' && (
        <>
          {!driver?.is_removed && (
            <TextPerson
              number={number}
              name={shownName(claim?.payer.fullname ?? money?.payer_name ?? '') || 'the payer'}
              {...(driver && { driverId: driver.id })}
              caseId={id}
              button={{ ...QUIET, 'aria-keyshortcuts': 't' }}
            />
          )}
          <Button {...QUIET} component="a" href={`tel:${number}`}>
            Call
          </Button>
        </>
      )}
      {driver && (
        <Button {...QUIET} component={Link} to={`/view_payment/${driver.driver_code}`}>
          History
        </Button>
      )}
      <ChangeButton
        label="Note…"
        title="Write a note on this case"
        action="Save note"
        danger={false}
        reason={reasonOf('Colleagues read it here; the payer does not.')}
        button={{ size: 'compact-sm', 'aria-keyshortcuts': 'm' }}
        send={note}
      >
        Nothing is decided by it.
      </ChangeButton>
    </Group>
  );
}

function Contents({ record, addressOf }: { record: CaseRecord; addressOf: CaseFlow['addressOf'] }) {
  const { claim, money } = record;
  const { found, setDriver } = useFoundDriver();
  const isFree = !claim && money?.status === 'open' && !isDoubted(money) && record.hindrance === null;
  const chosen = found ? suggestedOf(found) : record.drivers[0];
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
      {claim?.payer.driver && <Comparison claim={claim} money={money} />}
      <SuggestedDrivers record={record} hasFound={found !== null} />
      {isFree && money && (
        <FindDriver money={money} hasSuggested={record.drivers.length > 0} found={found} onFound={setDriver} />
      )}
      <Group gap="xs">
        {claim && <ClaimActions record={record} claim={claim} />}
        {!claim && money && <MoneyActions money={money} hindrance={record.hindrance} suggested={chosen} />}
      </Group>
      <Reaching {...record} />
      <OtherClaimants record={record} />
      <Suggestions record={record} addressOf={addressOf} />
      <PaidWith payments={record.payments} addressOf={addressOf} />
      <DecisionHistory decisions={record.history} level={3} />
    </>
  );
}

/** Presses the button or link of the open case that has this key. */
const press = (panel: HTMLElement | null, key: string): boolean => {
  const target = panel?.querySelector<HTMLElement>(`[aria-keyshortcuts~="${key}"]:not(:disabled)`);
  target?.click();
  return target !== null && target !== undefined;
};

const SUGGESTED = ['1', '2', '3', '4', '5'];

/** The keys of the open case. */
const useCaseKeys = (panel: RefObject<HTMLElement | null>): void => {
  const act = (key: string): boolean => press(panel.current, key);
  usePageKey(['c'], act, 'Clear the open case, keep it, or find its driver');
  usePageKey(['r'], act, 'Reject the claim, or set the money aside');
  usePageKey(['m'], act, 'Write a note');
  usePageKey(['t'], act, 'Text the driver');
  usePageKey(['f'], act, 'Pay another fee with the money');
  usePageKey(['d'], act, 'Find the driver whom the money is for');
  usePageKey(SUGGESTED, act, 'Pay what the suggested driver owes');
};

/** One case with its facts and actions. It takes the focus when it opens; Esc closes it. */
export function CasePanel({ id, flow }: Props) {
  const { data: record, error, refetch } = useQuery(caseQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
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
    flow.close();
    return true;
  });
  useCaseKeys(panel);
  return (
    <aside ref={panel} className={`${side.panel} ${styles.panel}`} aria-label="The chosen case">
      <Group align="start" justify="space-between" gap="xs" wrap="nowrap">
        <Box component="h2" className="content" fz="md" lh={1.3} ref={heading} tabIndex={-1}>
          {record ? titleOf(record) : 'Loading the case...'}
        </Box>
        <Group gap={2} wrap="nowrap" flex="none">
          <Button {...STEP} aria-label="Previous case" disabled={!flow.hasPrevious} onClick={flow.previous}>
            ‹
          </Button>
          <Button {...STEP} aria-label="Next case" disabled={!flow.hasNext} onClick={flow.next}>
            ›
          </Button>
          <Button variant="subtle" size="compact-sm" aria-label="Back to the list" onClick={flow.close}>
            Back
          </Button>
        </Group>
      </Group>
      {error && !record && <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} isPart />}
      {record && <Contents record={record} addressOf={flow.addressOf} />}
    </aside>
  );
}
