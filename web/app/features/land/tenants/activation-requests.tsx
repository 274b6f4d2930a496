import {
  ACTIVATION_LABELS,
  type ActivationAcceptance,
  type ActivationMatch,
  ActivationRefusal,
  type Agreement,
  acceptActivation,
  activationList,
  formatPhone,
  type ListedActivation,
  refuseActivation,
  shownName,
  tenantPasswordPath,
  undoActivation,
} from '@banbo/contract';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { TenantCode } from './tenant-code.tsx';

type Columns = readonly ShownColumn<typeof activationList>[];
/** A code that was just made, which nobody sees again. */
type MadeCode = { code: string; tenant_code: string };

const PARTS = { code: 'Code', indenture: 'Indenture', name: 'Name', phone: 'Number' } as const;
const AGREEMENTS = { agrees: ['good', 'agrees'], differs: ['bad', 'differs'] } as const;

const AgreementBadge = ({ label, is }: { label: string; is: Agreement }) => {
  if (is === 'missing') return null;
  const [tone, words] = AGREEMENTS[is];
  return <StatusBadge tone={tone}>{`${label} ${words}`}</StatusBadge>;
};

/** A record that fits, with what agrees and what differs. */
function Match({ match }: { match: ActivationMatch }) {
  const { tenant_id, tenant_code, fullname, contact_number, has_sign_in } = match;
  return (
    <li>
      <AllowedLink to={`/tenants/${tenant_id}`}>{shownName(fullname)}</AllowedLink> <TenantCode code={tenant_code} />,{' '}
      {formatPhone(contact_number)}
      {has_sign_in && ', has a sign-in'}
      <Group gap={4}>
        {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
          <AgreementBadge key={part} label={PARTS[part]} is={match[part]} />
        ))}
      </Group>
    </li>
  );
}

const Matches = ({ matches }: { matches: readonly ActivationMatch[] }) => {
  if (matches.length === 0) return <StatusBadge tone="bad">No record fits</StatusBadge>;
  return (
    <Stack component="ul" gap={6} p={0} m={0}>
      {matches.map((match) => (
        <Match key={match.tenant_id} match={match} />
      ))}
    </Stack>
  );
};

const COLUMNS: Columns = [
  { key: 'name', heading: true, cell: ({ name }) => shownName(name) },
  { key: 'mobile_number', oneLine: true },
  { key: 'tenant_code', oneLine: true },
  { key: 'indenture_number' },
  { key: 'matches', grows: true, cell: ({ matches }) => <Matches matches={matches} /> },
  { key: 'asked_at', oneLine: true },
];

/** Makes the code of a tenant who fits, to be shown once or texted to the number on record. */
function MakeCode({ request, onMade }: { request: ListedActivation; onMade: (made: MadeCode) => void }) {
  const [opened, setOpened] = useState(false);
  const { id, matches, name } = request;
  const form = useForm({
    initial: { tenant_id: matches.length === 1 ? (matches[0]?.tenant_id ?? '') : '', way: 'shown' },
  });
  const chosen = matches.find(({ tenant_id }) => tenant_id === form.values.tenant_id);
  const send = async (values: { tenant_id: string; way: string }) => {
    const body = values as ActivationAcceptance;
    const answer = await change(acceptActivation, { params: { id }, body, idempotencyKey: form.retryKey.keyFor(body) });
    if (answer.setup_code !== null && chosen) onMade({ code: answer.setup_code, tenant_code: chosen.tenant_code });
    return answer;
  };
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpened(true)}>
        Make a code…<span className="visually-hidden"> {name}</span>
      </Button>
      <FormQuestion
        form={form}
        opened={opened}
        title={`A sign-in for ${shownName(name)}?`}
        action="Make the code"
        send={send}
        onClose={() => setOpened(false)}
      >
        <p>Be sure that it is the tenant who asks. A former code ends at once.</p>
        <Radio.Group
          {...form.input('tenant_id')}
          onChange={(value) => form.setFieldValue('tenant_id', value)}
          label="Tenant"
          mt="sm"
        >
          <Stack gap={6} mt={4}>
            {matches.map((match) => (
              <Radio
                key={match.tenant_id}
                value={match.tenant_id}
                label={`${shownName(match.fullname)}, ${match.tenant_code}`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          {...form.input('way')}
          onChange={(value) => form.setFieldValue('way', value)}
          label="How the code goes out"
          mt="sm"
        >
          <Stack gap={6} mt={4}>
            <Radio value="shown" label="Show it to me once, to hand it over" />
            <Radio
              value="texted"
              label={`Text it to the number on record${chosen ? `, ${formatPhone(chosen.contact_number)}` : ''}`}
            />
          </Stack>
        </Radio.Group>
      </FormQuestion>
    </>
  );
}

const actionsOf = (onMade: (made: MadeCode) => void): Columns => [
  {
    header: 'Action',
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        {request.matches.length > 0 && <MakeCode request={request} onMade={onMade} />}
        <ChangeButton
          label="Refuse"
          of={request.name}
          title={`Refuse the sign-in for ${shownName(request.name)}?`}
          reason={{ schema: ActivationRefusal, seenBy: 'It stays in the office: nobody knows who asked.' }}
          button={{ size: 'compact-xs' }}
          send={(reason) => change(refuseActivation, { params: { id: request.id }, body: { reason } })}
        >
          <p>Nobody is told. The refusal can be undone.</p>
        </ChangeButton>
      </Group>
    ),
  },
];

const DECIDED: Columns = [
  {
    key: 'status',
    cell: ({ status, status_reason, way }) => (
      <StatusBadge tone={status === 'accepted' ? 'good' : 'bad'} reason={status_reason}>
        {`${ACTIVATION_LABELS[status]}${way === 'texted' ? ', code texted' : ''}`}
      </StatusBadge>
    ),
  },
  { key: 'decided_by', oneLine: true },
  {
    header: 'Action',
    cell: ({ id, name }) => (
      <ChangeButton
        label="Undo"
        of={name}
        title={`Take the decision on ${shownName(name)} back?`}
        action="Take it back"
        button={{ size: 'compact-xs' }}
        send={() => change(undoActivation, { params: { id } })}
      >
        <p>The request waits again. The code of an accepted one ends, unless it was used already.</p>
      </ChangeButton>
    ),
  },
];

/** The code that was just made, and the link that holds it. */
const MadeCodePanel = ({ code, tenant_code }: MadeCode) => (
  <section className="card" aria-label="New code" role="status">
    <Text mb="xs">
      For <TenantCode code={tenant_code} />, who sets a password with it within 24 hours.
    </Text>
    <SecretLink label="Setup code, shown this once" link={code} />
    <SecretLink
      label="Link with the code"
      link={window.location.origin + tenantPasswordPath({ code, username: tenant_code })}
    />
  </section>
);

/** Sign-ins that tenants ask for, each beside the records that fit. */
export function ActivationRequests() {
  const state = useListState(activationList);
  const [made, setMade] = useState<MadeCode | null>(null);
  const isWaiting = (state.filters.status || 'asked') === 'asked';
  return (
    <>
      {made && <MadeCodePanel {...made} />}
      <ListScreen
        list={activationList}
        state={state}
        caption="Sign-ins that were asked for"
        columns={[...COLUMNS, ...(isWaiting ? actionsOf(setMade) : DECIDED)]}
        loading="Loading requests..."
        isLive
        empty={<p>{isWaiting ? 'Nobody waits for a sign-in.' : 'There is no such request.'}</p>}
      />
    </>
  );
}
