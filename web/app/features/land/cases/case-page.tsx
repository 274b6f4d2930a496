import {
  CASE_OUTCOME_LABELS,
  type CaseHearing,
  COURT_LABELS,
  type CourtCaseRecord,
  type CourtOrder,
  formatDay,
  formatInstant,
  HEARING_STATUS_LABELS,
  PARTY_ROLE_LABELS,
  removeCaseParty,
  showCourtCase,
  shownName,
  shownPlotName,
  today,
} from '@banbo/contract';
import { Grid, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HistorySteps } from '~/components/record/changes.tsx';
import { type Fact, FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import { DeleteAction, IN_ROW } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { TenantCode } from '../tenants/tenant-code.tsx';
import { CaseDocuments } from './case-papers.tsx';
import { AddPartyToCase, AddPlotToCase, EndHearing, EnterOrder, orderName, PlanHearing } from './case-questions.tsx';
import { CaseActions } from './case-state.tsx';
import { CaseBadge } from './case-table.tsx';

type Props = { of: CourtCaseRecord; mayChange: boolean };

const factsOf = (one: CourtCaseRecord): Fact[] => [
  ['Court', COURT_LABELS[one.court]],
  ['Suit number', one.suit_number],
  ...(one.about === '' ? [] : [['About', one.about] as const]),
  ['Next hearing', one.next_hearing === null ? 'None planned' : formatDay(one.next_hearing)],
  ['Followed by', shownName(one.followed_by)],
  ['Entered', `${shownName(one.entered_by)}, ${formatInstant(one.entered_at)}`],
  ...(one.outcome === null || one.outcome_on === null
    ? []
    : [['Outcome', `${CASE_OUTCOME_LABELS[one.outcome]}, ${formatDay(one.outcome_on)}`] as const]),
  ...(one.outcome_words === null ? [] : [['The decision', one.outcome_words] as const]),
];

/** `empty` is said in place of the rows, where there are none. */
type PartProps = { title: string; empty?: string | false; add: ReactNode; children: ReactNode };

const Part = ({ title, empty = false, add, children }: PartProps) => (
  <section className="card" aria-label={title}>
    <Group justify="space-between">
      <h2 className="large">{title}</h2>
      {add}
    </Group>
    {empty ? <Text c="dimmed">{empty}</Text> : <ul className="ruled">{children}</ul>}
  </section>
);

const Parties = ({ of, mayChange }: Props) => (
  <Part title="Parties" add={mayChange && <AddPartyToCase of={of} />}>
    {of.parties.map(({ id, role, name, tenant_id, tenant_code, counsel, is_reminded }) => (
      <li key={id}>
        <Group gap="xs">
          <span>
            {PARTY_ROLE_LABELS[role]}: <strong>{shownName(name)}</strong>
            {counsel !== '' && `, by ${counsel}`}
          </span>
          {tenant_id !== null && tenant_code !== null && (
            <Link to={`/tenants/${tenant_id}`}>
              <TenantCode code={tenant_code} />
            </Link>
          )}
          {is_reminded && (
            <Text c="dimmed" fz="sm" span>
              Told of hearings by text
            </Text>
          )}
          {mayChange && of.parties.length > 1 && (
            <DeleteAction
              of={shownName(name)}
              button={IN_ROW}
              title={`Remove ${shownName(name)} from the case?`}
              remove={() => change(removeCaseParty, { params: { id } })}
            />
          )}
        </Group>
      </li>
    ))}
  </Part>
);

const Plots = ({ of, mayChange }: Props) => (
  <Part title="Plots" add={mayChange && <AddPlotToCase of={of} />}>
    {of.plots.map((plot) => (
      <li key={plot.plot_id}>
        <Link to={`/plots/${plot.plot_id}`}>{shownPlotName(plot)}</Link>
      </li>
    ))}
  </Part>
);

const HEARING_TONES = { planned: 'waiting', held: 'good', cancelled: 'plain' } as const;

const isMissed = ({ status, day }: CaseHearing): boolean => status === 'planned' && day < today();

const HearingLine = ({ hearing, mayChange }: { hearing: CaseHearing; mayChange: boolean }) => (
  <Stack component="li" gap={2}>
    <Group gap="xs">
      <strong>
        {formatDay(hearing.day)}
        {hearing.at_time !== null && ` at ${hearing.at_time}`}
      </strong>
      <span>{hearing.purpose}</span>
      <StatusBadge tone={isMissed(hearing) ? 'bad' : HEARING_TONES[hearing.status]}>
        {isMissed(hearing) ? 'Outcome not noted' : HEARING_STATUS_LABELS[hearing.status]}
      </StatusBadge>
      {mayChange && <EndHearing key={`${hearing.status} ${hearing.outcome}`} hearing={hearing} />}
    </Group>
    {hearing.outcome !== null && <p>{hearing.outcome}</p>}
  </Stack>
);

const Hearings = ({ of, mayChange, mayNote }: Props & { mayNote: boolean }) => (
  <Part
    title="Hearings"
    empty={of.hearings.length === 0 && 'No hearing was entered.'}
    add={mayChange && <PlanHearing of={of} />}
  >
    {of.hearings.map((hearing) => (
      <HearingLine key={hearing.id} hearing={hearing} mayChange={mayNote} />
    ))}
  </Part>
);

const standsInWords = ({ stands, lifted_on }: CourtOrder): ReactNode => {
  if (stands) return <StatusBadge tone="bad">Stands</StatusBadge>;
  return lifted_on !== null && <StatusBadge tone="plain">{`Lifted on ${formatDay(lifted_on)}`}</StatusBadge>;
};

function OrderLine({ order, of }: { order: CourtOrder; of: CourtCaseRecord }) {
  const lifted = of.orders.find(({ id }) => id === order.lifts_id);
  const bound = of.plots.filter(({ plot_id }) => order.plot_ids.includes(plot_id));
  return (
    <Stack component="li" gap={2}>
      <Group gap="xs">
        <strong>
          {lifted ? `Lifts the ${orderName(lifted).toLowerCase()}, ${formatDay(order.day)}` : orderName(order)}
        </strong>
        {standsInWords(order)}
      </Group>
      <p>{order.words}</p>
      {bound.length > 0 && (
        <Text c="dimmed" fz="sm">
          Binds {bound.map(shownPlotName).join('; ')}
        </Text>
      )}
    </Stack>
  );
}

const Orders = ({ of, mayChange }: Props) => (
  <Part
    title="Orders"
    empty={of.orders.length === 0 && 'No order of the court was entered.'}
    add={mayChange && <EnterOrder key={of.orders.length} of={of} />}
  >
    {of.orders.map((order) => (
      <OrderLine key={order.id} order={order} of={of} />
    ))}
  </Part>
);

/** A court case with its parties, plots, hearings, orders, documents and history. */
export function CourtCasePage({ id }: { id: string }) {
  const { can } = useAbility();
  return (
    <RecordPage
      of="case"
      query={{ ...read(showCourtCase, { params: { id } }), staleTime: 0 }}
      all={{ to: '/court_cases', label: 'All cases' }}
      title={({ suit_number }) => `Case ${suit_number}`}
      lead={({ title, court }) => `${title}, ${COURT_LABELS[court]}`}
    >
      {(one) => {
        const isPending = one.status === 'pending';
        const mayWrite = isPending && can('land.write');
        return (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Stack gap="md">
                <section className="card" aria-label="Where it stands">
                  <Stack gap="sm">
                    <div>
                      <CaseBadge of={one} />
                    </div>
                    {isPending && one.status_reason !== null && (
                      <p className="note" role="status">
                        <strong>Reopened:</strong> {one.status_reason}
                      </p>
                    )}
                    {isPending && <Text>Nothing about its plots is approved until it is resolved.</Text>}
                    <CaseActions of={one} />
                  </Stack>
                </section>
                <Hearings of={one} mayChange={mayWrite} mayNote={can('land.write')} />
                <Orders of={one} mayChange={isPending && can('land.approve')} />
                <CaseDocuments of={one} mayChange={mayWrite} />
                {one.history.length > 0 && (
                  <section className="card" aria-label="History">
                    <h2 className="large">History</h2>
                    <HistorySteps steps={one.history} />
                  </section>
                )}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Stack gap="md">
                <section className="card" aria-label="Case">
                  <h2 className="large">Case</h2>
                  <FactList facts={factsOf(one)} />
                </section>
                <Parties of={one} mayChange={mayWrite} />
                <Plots of={one} mayChange={mayWrite} />
              </Stack>
            </Grid.Col>
          </Grid>
        );
      }}
    </RecordPage>
  );
}
