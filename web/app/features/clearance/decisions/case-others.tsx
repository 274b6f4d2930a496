import {
  type CaseClaim,
  type CaseRecord,
  type Claimant,
  caseFee,
  formatInstant,
  formatMoney,
  formatPhone,
  networkName,
  type OfferedMatch,
  type Suggestion,
  transactionName,
} from '@banbo/contract';
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IdOrCheque } from '~/components/payments/transaction-name.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useDecisions } from './case-flow.tsx';
import { reasonOf } from './clearance-queries.ts';

const AWARDS = [
  'The other payer showed the message of the network.',
  'The number that paid is the other payer’s.',
  'The reference of the payment names another car.',
];

type ClaimantProps = { claimant: Claimant; isNamed: boolean; children?: ReactNode };

/** Somebody who sent the transaction ID too; `children` decide for them. */
function OtherClaimant({ claimant, isNamed, children }: ClaimantProps) {
  const { payer, claimed_network } = claimant;
  const { driver } = payer;
  return (
    <Stack component="li" className="card" gap={4} p="sm" align="start">
      <p>
        <Link to={payer.page}>
          <strong>{payer.fullname}</strong>
        </Link>{' '}
        · {payer.details}
        {driver?.is_removed && ' · removed'}
      </p>
      {payer.mobile_number !== '' && (
        <p className="soft">
          {driver && `${driver.driver_code} · `}
          <a href={`tel:${payer.mobile_number}`}>{formatPhone(payer.mobile_number)}</a>
        </p>
      )}
      <p>
        {formatMoney(claimant.amount)} for {caseFee(claimant)}, {formatInstant(claimant.first_at)}
        {claimed_network !== null && `, the payer chose ${networkName(claimed_network)}`}
        {claimant.times > 1 && `, sent ${claimant.times} times`}
      </p>
      {isNamed && <p>The payer wrote this driver’s car as the reference.</p>}
      {children}
    </Stack>
  );
}

type AwardingProps = { claim: CaseClaim; claimant: Claimant; isHindered: boolean };

/** Gives the transaction ID of a claim to another claimant. */
function Awarding({ claim, claimant, isHindered }: AwardingProps) {
  const { can } = useAbility();
  const { decideCase } = useDecisions();
  const { payer } = claimant;
  const isCleared = claim.status === 'cleared';
  const isOpen = claim.status === 'submitted' || (isCleared && !claimant.is_settled && can('payments.reverse'));
  const ended = isCleared ? 'reversed' : 'rejected';
  const question = {
    title: `Give the transaction ID to ${payer.fullname}?`,
    children: `${isCleared ? 'The payment' : 'The claim'} of ${claim.payer.fullname} is ${ended}, and the claim of ${payer.fullname} takes its place. It is cleared at once where money of its amount came.`,
    action: 'Give the ID',
    danger: false,
    reason: reasonOf(`${claim.payer.fullname}, whose ${isCleared ? 'payment' : 'claim'} is ${ended}, sees it.`, AWARDS),
  };
  return (
    <>
      {isCleared && claimant.is_settled && <p className="soft">Decided: the payment was kept.</p>}
      {isOpen && !isHindered && (
        <ChangeButton
          {...question}
          label={`Decide for ${payer.fullname}…`}
          send={(reason) => decideCase(claim.id, { decision: 'award', attempt_id: claimant.id, reason })}
          button={{ className: 'wraps' }}
        />
      )}
    </>
  );
}

/** Those who claimed the same transaction ID. */
export function OtherClaimants({ record }: { record: CaseRecord }) {
  const { claim, claimants, named_driver, hindrance, money } = record;
  const isHindered =
    hindrance !== null || (claim?.status === 'cleared' && typeof money?.reversal_hindrance === 'string');
  if (claimants.length === 0) return null;
  return (
    <section>
      <h3>{claim ? 'Also claimed by' : 'Was told that the ID was taken'}</h3>
      <Stack component="ul" gap="xs" mt={4}>
        {claimants.map((claimant) => (
          <OtherClaimant
            key={claimant.id}
            claimant={claimant}
            isNamed={named_driver !== null && claimant.payer.driver?.id === named_driver.id}
          >
            {claim && <Awarding claim={claim} claimant={claimant} isHindered={isHindered} />}
          </OtherClaimant>
        ))}
      </Stack>
    </section>
  );
}

type Linked = { addressOf: (id: string) => string };

function Entry({ one, addressOf }: Linked & { one: Suggestion }) {
  return (
    <Link to={addressOf(one.id)}>
      {formatMoney(one.amount)}
      {caseFee(one) && ` for ${caseFee(one)}`},{' '}
      {[one.name || 'unknown payer', one.car_number].filter(Boolean).join(' ')}, <IdOrCheque id={one.transaction_id} />
    </Link>
  );
}

type MatchProps = { claimId: string; moneyId: string; name: string; isNamed: boolean };

/** Clears a claim with this money; by key only where more than the amount agrees. */
function MatchButton({ claimId, moneyId, name, isNamed }: MatchProps) {
  const { decideCase } = useDecisions();
  const keys = isNamed ? { 'aria-keyshortcuts': 'c' } : {};
  return (
    <ChangeButton
      label="Match"
      send={() => decideCase(claimId, { decision: 'clear', transfer_id: moneyId })}
      button={{ size: 'compact-sm', flex: 'none', 'aria-label': `Match with ${name}`, ...keys }}
    />
  );
}

type OffersProps = Linked & { record: CaseRecord; title: string; offers: readonly OfferedMatch[] };

function Offers({ record: { claim, money, hindrance }, title, offers, addressOf }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <Stack component="ul" gap="xs" mt={4}>
        {offers.map((one) => (
          <Group key={one.id} component="li" align="start" justify="space-between" gap="xs" wrap="nowrap">
            <Entry one={one} addressOf={addressOf} />
            {hindrance === null && (
              <MatchButton
                claimId={claim?.id ?? one.id}
                moneyId={claim ? one.id.slice(1) : (money?.id ?? '')}
                name={`${one.name} ${transactionName(one.transaction_id)}`}
                isNamed={one.is_named}
              />
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}

/** Suggests money for a claim, or claims for money: by car and number, then by amount alone. */
export function Suggestions({ record, addressOf }: Linked & { record: CaseRecord }) {
  const { suggestions, claim } = record;
  const [money, claims] = ['Money that may be theirs', 'Claims that it may be for'];
  const alike = claim ? 'Money of the same amount in those days' : 'Claims of the same amount in those days';
  const named = suggestions.filter(({ is_named }) => is_named);
  const others = suggestions.filter(({ is_named }) => !is_named);
  return (
    <>
      <Offers {...{ record, addressOf, offers: named, title: claim ? money : claims }} />
      <Offers {...{ record, addressOf, offers: others, title: alike }} />
    </>
  );
}

/** The payments that this money cleared. */
export function PaidWith({ payments, addressOf }: Linked & { payments: readonly Suggestion[] }) {
  if (payments.length === 0) return null;
  return (
    <section>
      <h3>Cleared with it</h3>
      <Stack component="ul" gap="xs" mt={4}>
        {payments.map((one) => (
          <li key={one.id}>
            <Entry one={one} addressOf={addressOf} />
          </li>
        ))}
      </Stack>
    </section>
  );
}
