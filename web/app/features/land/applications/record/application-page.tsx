import {
  APPLICATION_KIND_LABELS,
  type ApplicationRecord,
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  isAtDesk,
  LAND_USE_LABELS,
  NOT_TITLE,
  OWNER_KIND_LABELS,
  showApplication,
  shownName,
  TENANT_KIND_LABELS,
} from '@banbo/contract';
import { Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { HistorySteps } from '~/components/record/changes.tsx';
import { doneBy, EmailText, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ReceiveFor } from '../../payments/last-payments.tsx';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import { termInWords } from '../../tenants/term-in-words.ts';
import { ApplicationBadge, ApplicationClock, applicantName, plotOf } from '../application-table.tsx';
import { leftOfTerm } from '../form/terms-fields.tsx';
import { ApplicationChecks } from './application-checks.tsx';
import { ApplicationActions, type Issued } from './decide-application.tsx';
import { IssuedCodes } from './issued-codes.tsx';
import { PaperChecklist } from './paper-checklist.tsx';

type Props = { application: ApplicationRecord };

const plotFacts = ({ plot }: ApplicationRecord): Fact[] => [
  [
    'Plot',
    <Link key="plot" to={`/plots/${plot.plot_id}`}>
      {plotOf(plot)}
    </Link>,
  ],
  ['Use', LAND_USE_LABELS[plot.land_use]],
  ['Owner', `${OWNER_KIND_LABELS[plot.owner_kind]}: ${shownName(plot.owner_name)}`],
];

/** The facts of an applicant who is not a tenant yet, those that are filled in. */
const newApplicant = ({ applicant, id_remark }: ApplicationRecord): Fact[] => {
  if (applicant === null) return [];
  const { identification_type, id_number, contact_number, other_number, foreign_share, date_of_birth } = applicant;
  const facts: Fact[] = [
    ['Kind', TENANT_KIND_LABELS[applicant.kind]],
    ['Nationality', shownName(applicant.nationality ?? '')],
    ['Owned by non-citizens', foreign_share === null ? null : `${foreign_share} per cent`],
    ['Gender', applicant.gender],
    ['Date of birth', date_of_birth === null ? null : formatDay(date_of_birth)],
    ['Identification', [shownName(identification_type ?? ''), id_number ?? ''].filter(Boolean).join(' ')],
    ['Remark', id_remark],
    ['Contact number', contact_number === null ? null : formatPhone(contact_number)],
    ['Other number', other_number === null ? null : formatPhone(other_number)],
    ['E-mail', applicant.email === '' ? null : <EmailText key="email" email={applicant.email} />],
    ['Postal address', shownName(applicant.postal_address)],
    ['GPS address', applicant.gps_address],
    ['Next of kin', shownName(applicant.next_of_kin)],
    ['Contact person', shownName(applicant.contact_person)],
    ['Reference person', shownName(applicant.reference_person)],
  ];
  return facts.filter(([, value]) => value !== null && value !== '');
};

const applicantFacts = (application: ApplicationRecord): Fact[] => {
  const { tenant_id, tenant_code } = application;
  const name = applicantName(application);
  return [
    [
      'Name',
      tenant_id === null ? (
        name
      ) : (
        <Link key="name" to={`/tenants/${tenant_id}`}>
          {name}
        </Link>
      ),
    ],
    ...(tenant_code === null ? [] : [['Tenant code', tenant_code] as const]),
    ...newApplicant(application),
  ];
};

const reviewWords = ({ review_years, review_percent }: ApplicationRecord['terms']): string => {
  if (review_years === null) return 'never reviewed';
  const how = review_percent === null ? 'valued anew' : `${Number(review_percent)} per cent more`;
  return `every ${review_years === 1 ? 'year' : `${review_years} years`}, ${how}`;
};

/** The day until which somebody looks at what is left of a term. */
const dayOf = ({ decided_at }: ApplicationRecord): string => (decided_at ?? new Date().toISOString()).slice(0, 10);

const termFacts = (application: ApplicationRecord): Fact[] => {
  const { terms, ends, kind } = application;
  const isTransfer = kind === 'transfer';
  const term: Fact[] = [
    ['Commencement', terms.commencement === null ? null : formatDay(terms.commencement)],
    ['Term', terms.term_years === null ? null : counted(terms.term_years, 'year')],
  ];
  const kept: Fact[] =
    ends === null
      ? []
      : [
          [
            'Ends the tenancy of',
            <span key="of">
              <Link to={`/tenants/${ends.tenant_id}`}>{shownName(ends.tenant_name)}</Link>,{' '}
              <TenantCode code={ends.tenant_code} />
            </span>,
          ],
          ['Its indenture', ends.indenture_number],
          ['Its term', termInWords(ends)],
          ['Left of the term', `${leftOfTerm(ends.ends_on, dayOf(application))}, until ${formatDay(ends.ends_on)}`],
        ];
  const rent = terms.ground_rent === null ? null : `${formatMoney(terms.ground_rent)} a year`;
  return [
    ['Indenture', terms.indenture_number],
    ...(isTransfer ? [] : term),
    ...kept,
    ['Ground rent', rent ?? (isTransfer && ends ? `${formatMoney(ends.ground_rent)} a year, as before` : null)],
    ['Review of the rent', reviewWords(terms)],
    ['Grantor', [shownName(terms.grantor), terms.grantor_capacity].filter(Boolean).join(', ')],
    ['Witnesses', terms.witnesses],
  ];
};

const inspectionFacts = ({ inspection }: ApplicationRecord): Fact[] =>
  inspection === null
    ? []
    : [
        [
          'Inspected',
          [inspection.day === null ? '' : formatDay(inspection.day), inspection.by].filter(Boolean).join(' by '),
        ],
        ['Findings', inspection.findings],
        ['Evidence of occupation', inspection.evidence],
        ['Penalty', inspection.penalty === null ? null : formatMoney(inspection.penalty)],
      ];

const consentFacts = ({ consent }: ApplicationRecord): Fact[] =>
  consent === null
    ? []
    : [
        ['Consent by', [consent.by, consent.capacity].filter(Boolean).join(', ')],
        ['Consent of', consent.day === null ? null : formatDay(consent.day)],
      ];

const courseFacts = (application: ApplicationRecord): Fact[] => {
  const { fee, conditions, commission_number, commission_day, decided_by, decided_at, is_alone } = application;
  return [
    ['Fee', formatMoney(fee)],
    ['Entered', `${shownName(application.entered_by)}, ${formatInstant(application.entered_at)}`],
    ...(application.lodged_at === null ? [] : [['Lodged', formatInstant(application.lodged_at)] as const]),
    ...(application.due_on === null ? [] : [['To be decided by', formatDay(application.due_on)] as const]),
    ...doneBy('Decided by', decided_by === null ? null : shownName(decided_by), decided_at, is_alone),
    ...(conditions === '' ? [] : [['Conditions', conditions] as const]),
    ...(application.status === 'approved'
      ? [
          [
            'Lands Commission',
            commission_number === null
              ? 'Certificate not noted yet'
              : `${commission_number}, ${formatDay(commission_day ?? '')}`,
          ] as const,
        ]
      : []),
    ...(application.about === '' ? [] : [['Remarks', application.about] as const]),
  ];
};

const Facts = ({ title, facts }: { title: string; facts: Fact[] }) =>
  facts.length === 0 ? null : (
    <section className="card" aria-label={title}>
      <h2 className="large">{title}</h2>
      <FactList facts={facts} />
    </section>
  );

const Sentences = ({ lead, of }: { lead: string; of: readonly { message: string }[] }) => (
  <div className="note" role="status">
    <strong>{lead}</strong>
    <ul>
      {of.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  </div>
);

/** The next step, for the person who looks at it. */
function NextStep({ application }: Props): ReactNode {
  const { can } = useAbility();
  const { status, gaps, obstacles, own_hand, status_reason, entered_by } = application;
  if (isAtDesk(status)) {
    return (
      <>
        {status === 'sent_back' && (
          <p className="note" role="status">
            <strong>Sent back:</strong> {status_reason}
          </p>
        )}
        {gaps.length > 0 ? (
          <Sentences lead="Before it can be lodged" of={gaps} />
        ) : (
          <Text>Everything is there. {can('land.write') ? 'Lodge it.' : 'The desk can lodge it.'}</Text>
        )}
      </>
    );
  }
  if (status !== 'lodged') return status_reason === null ? null : <Text>{status_reason}</Text>;
  return (
    <>
      {obstacles.length > 0 && <Sentences lead="It cannot be approved now" of={obstacles} />}
      {!can('land.approve') && <Text>Entered by {shownName(entered_by)}, so somebody else approves.</Text>}
      {can('land.approve') && own_hand !== null && <Text>{own_hand}</Text>}
    </>
  );
}

function Head({ application, onIssued }: Props & { onIssued: (issued: Issued) => void }) {
  return (
    <section className="card" aria-label="Where it stands">
      <Stack gap="sm">
        <Group gap="sm">
          <ApplicationBadge status={application.status} />
          {application.day !== null && (
            <span>
              <ApplicationClock of={application} />
            </span>
          )}
          {application.due_on !== null && application.status === 'lodged' && (
            <Text c="dimmed" fz="sm" span>
              to be decided by {formatDay(application.due_on)}
            </Text>
          )}
        </Group>
        <NextStep application={application} />
        <ApplicationActions application={application} onIssued={onIssued} />
      </Stack>
    </section>
  );
}

/** An application with its state, papers, checks and everything that a decision needs. */
export function ApplicationPage({ id }: { id: string }) {
  const [issued, setIssued] = useState<Issued | null>(null);
  const query = { ...read(showApplication, { params: { id } }), staleTime: 0 };
  const { data } = useQuery(query);
  const list = data ? `/${data.kind}_tenants` : '/sales_regularization';
  return (
    <RecordPage
      of="application"
      query={query}
      all={{ to: list, label: data ? `All: ${APPLICATION_KIND_LABELS[data.kind]}` : 'All applications' }}
      title={({ number, kind }) => `${APPLICATION_KIND_LABELS[kind]} ${number}`}
      lead={(application) => `${applicantName(application)}, ${plotOf(application)}`}
      actions={<ReceiveFor payer={{ application_id: id }} />}
    >
      {(application) => (
        <Stack gap="md">
          {issued && <IssuedCodes issued={issued} name={applicantName(application)} />}
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Stack gap="md">
                <Head application={application} onIssued={setIssued} />
                <PaperChecklist application={application} />
                <ApplicationChecks application={application} />
                {application.history.length > 0 && (
                  <section className="card" aria-label="History">
                    <h2 className="large">History</h2>
                    <HistorySteps steps={application.history} />
                  </section>
                )}
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <Stack gap="md">
                <Facts title="Plot" facts={plotFacts(application)} />
                <Facts title="Applicant" facts={applicantFacts(application)} />
                <Facts title="Terms" facts={termFacts(application)} />
                <Facts title="Inspection" facts={inspectionFacts(application)} />
                <Facts title="Consent" facts={consentFacts(application)} />
                <Facts title="Course" facts={courseFacts(application)} />
              </Stack>
            </Grid.Col>
          </Grid>
          <Text c="dimmed" fz="sm">
            {NOT_TITLE}
          </Text>
        </Stack>
      )}
    </RecordPage>
  );
}
