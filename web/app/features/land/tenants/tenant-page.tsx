import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  formatInstant,
  NOT_TITLE,
  renewTenantCode,
  showLandTenant,
  shownName,
  TENANT_FIELD_LABELS,
  TENANT_KIND_LABELS,
  type TenantField,
  type TenantRecord,
  tenantPasswordPath,
} from '@banbo/contract';
import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { FieldChanges } from '~/components/record/changes.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { RecordWaits } from '~/components/record/waiting-changes.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { LastPayments } from '../payments/last-payments.tsx';
import { fieldInWords } from './field-in-words.ts';
import { HeldTenancies } from './held-tenancies.tsx';
import { TenantCode } from './tenant-code.tsx';
import { TENANT_UPDATES } from './tenant-sections.ts';

type Props = { tenant: TenantRecord };

const factsOf = (tenant: TenantRecord, fields: readonly TenantField[]): Fact[] =>
  fields
    .filter((name) => tenant.kind === 'organisation' || name !== 'foreign_share')
    .map((name): Fact => [TENANT_FIELD_LABELS[name], fieldInWords(name, tenant[name])]);

function Sections({ tenant }: Props) {
  const { can } = useAbility();
  return Object.values(TENANT_UPDATES).map(({ path, title, fields }) => (
    <section key={path} className="card" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <h2 className="large">{title}</h2>
        {can('land.write') && (
          <Link to={`${path}/${tenant.id}`} aria-label={`Change ${title.toLowerCase()}`}>
            Change
          </Link>
        )}
      </Group>
      <FactList facts={factsOf(tenant, fields)} />
      {fields.includes('id_number') && tenant.id_remark && <p className="note">{tenant.id_remark}</p>}
    </section>
  ));
}

function Applications({ tenant: { applications } }: Props) {
  if (applications.length === 0) return <p>Nothing was applied for.</p>;
  return (
    <ul className="ruled">
      {applications.map(({ id, number, kind, status, entered_at }) => (
        <Group key={id} component="li" gap="sm">
          <Link to={`/applications/${id}`}>{number}</Link>
          <span>{APPLICATION_KIND_LABELS[kind]}</span>
          <span>{APPLICATION_STATUS_LABELS[status]}</span>
          <span className="muted">{formatInstant(entered_at)}</span>
        </Group>
      ))}
    </ul>
  );
}

function Changes({ tenant: { changes } }: Props) {
  if (changes.length === 0) return <p>Nothing was changed since it was entered.</p>;
  return (
    <ul className="ruled">
      {changes.map(({ id, changed_at, changed_by, reason, before, after }) => (
        <li key={id}>
          <Text size="sm">
            {formatInstant(changed_at)} · {changed_by}: {reason}
          </Text>
          <FieldChanges
            of={`the change of ${formatInstant(changed_at)}`}
            changes={(Object.keys(after) as TenantField[]).map((name) => ({
              field: TENANT_FIELD_LABELS[name],
              before: fieldInWords(name, before[name]),
              after: fieldInWords(name, after[name]),
            }))}
          />
        </li>
      ))}
    </ul>
  );
}

const SIGN_IN = {
  none: 'No sign-in yet',
  invited: 'Has not set a password yet',
  active: 'Signs in with a password of their own',
} as const;

/** A code with which the tenant sets a password, shown this once. */
function SetupCode({ tenant: { id, tenant_code } }: Props) {
  const [code, setCode] = useState('');
  const retryKey = useIdempotencyKey();
  const make = async () => {
    const answer = await change(renewTenantCode, { params: { id }, idempotencyKey: retryKey.keyFor({ id, code }) });
    retryKey.forget();
    setCode(answer.setup_code);
    return answer;
  };
  return (
    <Stack gap="xs" mt="xs" align="start">
      <ChangeButton
        label="New setup code…"
        title={`Make a new code for ${tenant_code}?`}
        action="Make a code"
        send={make}
      >
        <p>The tenant sets a password with it, within 24 hours. A former code ends at once.</p>
      </ChangeButton>
      {code !== '' && (
        <section aria-label="New code" role="status">
          <SecretLink label="Setup code, shown this once" link={code} />
          <SecretLink
            label="Link with the code"
            link={window.location.origin + tenantPasswordPath({ code, username: tenant_code })}
          />
        </section>
      )}
    </Stack>
  );
}

function StatementLink({ id }: { id: string }) {
  const { can } = useAbility();
  if (!can('land.money')) return null;
  return (
    <Button component={Link} to={`/tenant_detailed_statement?tenant=${id}`} variant="default">
      Statement
    </Button>
  );
}

function TenantDetails({ tenant }: Props) {
  const { can } = useAbility();
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack gap="sm">
          <Sections tenant={tenant} />
          <section className="card" aria-label="Sign-in">
            <h2 className="large">Sign-in</h2>
            <p>
              {SIGN_IN[tenant.sign_in]}. The username is <TenantCode code={tenant.tenant_code} />.
            </p>
            {can('land.write') && <SetupCode tenant={tenant} />}
          </section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="sm">
          <section className="card" aria-label="Tenancies">
            <h2 className="large">Tenancies</h2>
            <HeldTenancies tenancies={tenant.tenancies} />
          </section>
          <LastPayments payer={{ tenant_id: tenant.id }} />
          <section className="card" aria-label="Applications">
            <h2 className="large">Applications</h2>
            <Applications tenant={tenant} />
          </section>
          <section className="card" aria-label="Changes">
            <h2 className="large">Changes of the record</h2>
            <Changes tenant={tenant} />
          </section>
          <Text size="sm" className="muted">
            {NOT_TITLE}
          </Text>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

const leadOf = ({ tenant_code, kind, tenancies, added_at, added_by }: TenantRecord): string => {
  const held = tenancies.filter(({ held_until }) => held_until === null).length;
  const plots = held === 1 ? 'holds one plot' : `holds ${held === 0 ? 'no' : held} plots`;
  const by = added_by === null ? '' : ` by ${added_by}`;
  return `${tenant_code} · ${TENANT_KIND_LABELS[kind]}, ${plots} · entered ${formatInstant(added_at)}${by}`;
};

/** A tenant with what is known of them, what they hold and held, and what was changed. */
export function TenantPage({ id }: { id: string }) {
  return (
    <RecordPage
      of="tenant"
      query={read(showLandTenant, { params: { id } })}
      all={{ to: '/global_tenants', label: 'All tenants' }}
      title={({ fullname }) => shownName(fullname)}
      lead={leadOf}
      actions={
        <>
          <StatementLink id={id} />
          <Button component={Link} to="/tenant_search" variant="default">
            Tenant Search
          </Button>
        </>
      }
    >
      {(tenant) => (
        <>
          <RecordWaits kinds={['land.identity']} subject={id} />
          <TenantDetails tenant={tenant} />
        </>
      )}
    </RecordPage>
  );
}
