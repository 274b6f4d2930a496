import {
  APPLICATION_KIND_LABELS,
  APPLICATION_KINDS,
  type ApplicationKind,
  type ApplicationRow,
  applicationList,
  countApplications,
  formatDay,
  listLandKinds,
} from '@banbo/contract';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listQuery, readAddress } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ApplicationBadge, ApplicationClock, applicantName, listOfKind, plotOf } from './application-table.tsx';

const KIND_LEADS: Readonly<Record<ApplicationKind, string>> = {
  new_purchase: 'A plot that nobody holds is given for the first time.',
  regularization: 'Somebody is on the land already: it is inspected and documented.',
  transfer: 'What is left of a term goes to another person, with the lessor’s consent.',
  others: 'Inheritance, renewal, an order of a court and the like.',
};

/** The kinds, each with its open applications and a way to begin one. */
function Kinds() {
  const { can } = useAbility();
  const { data: counts } = useQuery({ ...read(countApplications, {}), staleTime: 0 });
  const { data: kinds = [] } = useQuery(read(listLandKinds, {}));
  const openOf = (kind: ApplicationKind) => counts?.open.find((one) => one.kind === kind)?.count ?? 0;
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm" aria-label="Kinds of applications">
      {APPLICATION_KINDS.map((kind) => {
        const rule = kinds.find((one) => one.kind === kind);
        return (
          <Stack key={kind} component="li" className="card" gap="xs" justify="space-between">
            <div>
              <h2 className="large">{APPLICATION_KIND_LABELS[kind]}</h2>
              <Text c="dimmed" fz="sm">
                {KIND_LEADS[kind]}
              </Text>
              {rule && (
                <Text fz="sm" mt={4}>
                  Fee GHS {rule.fee}, decided within {counted(rule.days, 'day')}
                </Text>
              )}
            </div>
            <Group gap="sm">
              {can('land.write') && (
                <Button component={Link} to={`/add_application/${kind}`}>
                  New application
                  <span className="visually-hidden">: {APPLICATION_KIND_LABELS[kind]}</span>
                </Button>
              )}
              <Link to={`${listOfKind(kind)}?state=open`}>{counts ? `${openOf(kind)} open` : 'Open ones'}</Link>
            </Group>
          </Stack>
        );
      })}
    </SimpleGrid>
  );
}

/** The whole desk’s figures, each with the way to its applications. */
function Figures() {
  const { data, error, refetch } = useQuery({ ...read(countApplications, {}), staleTime: 0 });
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} isPart />;
  if (!data) return <p role="status">Counting applications...</p>;
  return (
    <Group component="ul" gap="lg" aria-label="Applications by state">
      <li>
        <Link to="/pending_approvals">
          Waiting for a decision <strong>{data.waiting}</strong>
        </Link>
      </li>
      <li>
        <Link to="/pending_approvals?late=late">
          Late{' '}
          <Text span fw={700} c={data.late > 0 ? 'var(--danger)' : 'inherit'}>
            {data.late}
          </Text>
        </Link>
      </li>
      <li>
        <a href="#sent-back">
          Sent back to the desk <strong>{data.sent_back}</strong>
        </a>
      </li>
      <li>
        Drafts <strong>{data.drafts}</strong>
      </li>
    </Group>
  );
}

/** The most rows of a part; the list behind it has the others. */
const MOST = 8;

type PartProps = {
  title: string;
  /** The part's place on the page, for links to it. */
  id?: string;
  filters: Readonly<Record<string, string>>;
  none: string;
  note: (row: ApplicationRow) => ReactNode;
};

/** Applications that ask for something now, as a short list. */
function Part({ title, id, filters, none, note }: PartProps) {
  const { sort = '', ...rest } = filters;
  const address = readAddress(applicationList, new URLSearchParams({ ...rest, sort }));
  const { data, error, refetch } = useQuery(listQuery(applicationList, address, { isLive: true }));
  const rows = data?.rows.slice(0, MOST) ?? [];
  return (
    <section className="card" id={id} aria-label={title}>
      <h2 className="large">{title}</h2>
      {error && !data && <LoadError message={error.message} onRetry={refetch} isPart />}
      {!data && !error && <p role="status">Loading applications...</p>}
      {data?.rows.length === 0 && <Text c="dimmed">{none}</Text>}
      <ul className="ruled">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/applications/${row.id}`}>{row.number}</Link>
            <span>
              {applicantName(row)}
              <small className="soft">
                {APPLICATION_KIND_LABELS[row.kind]}, {plotOf(row)}
              </small>
            </span>
            {note(row)}
          </li>
        ))}
      </ul>
      {data && data.count > rows.length && (
        <Text c="dimmed" fz="sm" mt="xs">
          And {counted(data.count - rows.length, 'more', 'more')}.
        </Text>
      )}
    </section>
  );
}

/** The desk of the land side: begins applications, and shows those that ask for something. */
export function ApplicationDesk() {
  const { can } = useAbility();
  return (
    <Page>
      <Stack gap="md">
        <Figures />
        <Kinds />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {can('land.write') && (
            <Part
              title="My drafts"
              filters={{ state: 'draft', mine: 'me' }}
              none="No draft of yours waits."
              note={({ entered_at }) => <span className="soft">{formatDay(entered_at.slice(0, 10))}</span>}
            />
          )}
          <Part
            title="Sent back"
            id="sent-back"
            filters={{ state: 'sent_back' }}
            none="Nothing was sent back."
            note={({ status, status_reason }) => <ApplicationBadge status={status} reason={status_reason} />}
          />
          <Part
            title="Late"
            filters={{ state: 'lodged', late: 'late', sort: 'due_on' }}
            none="Nothing is late."
            note={(row) => <ApplicationClock of={row} />}
          />
        </SimpleGrid>
      </Stack>
    </Page>
  );
}
