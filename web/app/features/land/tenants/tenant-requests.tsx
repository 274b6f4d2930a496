import {
  decideTenantRequest,
  type ListedTenantRequest,
  shownName,
  TENANT_FIELD_LABELS,
  type TenantField,
  TenantRequestDecision,
  tenantRequestList,
} from '@banbo/contract';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeLines, FieldChanges } from '~/components/record/changes.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { fieldInWords } from './field-in-words.ts';
import { TenantRequestState } from './tenant-request-state.tsx';

const decide = (id: string, body: TenantRequestDecision) => change(decideTenantRequest, { params: { id }, body });

const namesOf = ({ wanted }: Pick<ListedTenantRequest, 'wanted'>) => Object.keys(wanted) as TenantField[];

const acceptingAll = (request: ListedTenantRequest): TenantRequestDecision => ({
  fields: Object.fromEntries(namesOf(request).map((name) => [name, { decision: 'accept' as const }])),
});

const changesOf = ({ wanted, current }: Pick<ListedTenantRequest, 'wanted' | 'current'>) =>
  namesOf({ wanted }).map((name) => ({
    field: TENANT_FIELD_LABELS[name],
    before: fieldInWords(name, current[name]),
    after: fieldInWords(name, wanted[name]),
  }));

const decisionOf = (request: ListedTenantRequest, values: Readonly<Record<string, string>>) => ({
  fields: Object.fromEntries(
    namesOf(request).map((name) => [
      name,
      values[name] === 'refuse'
        ? { decision: 'refuse' as const, reason: values[`${name}_reason`] ?? '' }
        : { decision: 'accept' as const },
    ]),
  ),
});

/** Why the values are no decision yet, by their fields. */
const problemsOf = (request: ListedTenantRequest, values: Readonly<Record<string, string>>): FieldErrors => {
  const issues = TenantRequestDecision.safeParse(decisionOf(request, values)).error?.issues ?? [];
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [`${String(path[1])}_reason`, message])),
    ...Object.fromEntries(
      namesOf(request).flatMap((name) => (values[name] ? [] : [[name, 'Please accept or refuse it.']])),
    ),
  };
};

/** Accepts or refuses each field of a request, with a reason for each refused one. */
function DecideByField({ request }: { request: ListedTenantRequest }) {
  const [opened, setOpened] = useState(false);
  const names = namesOf(request);
  const form = useForm<Record<string, string>>({
    initial: Object.fromEntries(names.flatMap((name) => [...[[name, '']], ...[[`${name}_reason`, '']]])),
    check: (values) => problemsOf(request, values),
  });
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpened(true)}>
        Decide…<span className="visually-hidden"> {request.tenant_code}</span>
      </Button>
      <FormQuestion
        form={form}
        opened={opened}
        title={`What ${shownName(request.fullname)} asks for`}
        action="Decide"
        send={(values) => decide(request.id, decisionOf(request, values))}
        onClose={() => setOpened(false)}
      >
        <p>
          Accepted fields change the record. The tenant reads on their page which were accepted, and why others were
          not.
        </p>
        {names.map((name, index) => (
          <Stack key={name} gap="xs" mt="md">
            <Radio.Group
              {...form.input(name)}
              onChange={(value) => form.setFieldValue(name, value)}
              label={TENANT_FIELD_LABELS[name]}
              description={`${fieldInWords(name, request.current[name]) || 'empty'} → ${fieldInWords(name, request.wanted[name]) || 'empty'}`}
            >
              <Group gap="md" mt={4}>
                <Radio value="accept" label="Accept" data-autofocus={index === 0 || undefined} />
                <Radio value="refuse" label="Refuse" />
              </Group>
            </Radio.Group>
            {form.values[name] === 'refuse' && (
              <TextInput {...form.input(`${name}_reason`)} label="Reason" maxLength={300} required />
            )}
          </Stack>
        ))}
      </FormQuestion>
    </>
  );
}

type Columns = readonly ShownColumn<typeof tenantRequestList>[];

const COLUMNS: Columns = [
  {
    key: 'fullname',
    heading: true,
    oneLine: true,
    cell: ({ fullname, tenant_id }) => <AllowedLink to={`/tenants/${tenant_id}`}>{shownName(fullname)}</AllowedLink>,
  },
  { key: 'tenant_code', oneLine: true },
  {
    key: 'wanted',
    grows: true,
    cell: (request) => <FieldChanges of={`the request of ${request.tenant_code}`} changes={changesOf(request)} />,
  },
  { key: 'note' },
  { key: 'asked_at', oneLine: true },
];

const DECIDED: Columns = [
  { key: 'status', cell: (request) => <TenantRequestState {...request} /> },
  { key: 'decided_by', oneLine: true },
];

const ACTIONS: Columns = [
  {
    header: 'Action',
    cell: (request) => (
      <Group gap="xs" wrap="nowrap">
        <ChangeButton
          label="Accept all"
          of={request.tenant_code}
          title={`Change the record of ${shownName(request.fullname)}?`}
          action="Change the record"
          button={{ size: 'compact-xs' }}
          send={() => decide(request.id, acceptingAll(request))}
        >
          <ChangeLines changes={changesOf(request)} />
          <p>The values before stay with the record. Check a new number with the tenant first.</p>
        </ChangeButton>
        <DecideByField request={request} />
      </Group>
    ),
  },
];

/** Tenants' requests to change their record; a waiting one is accepted or refused. */
export function TenantRequests() {
  const state = useListState(tenantRequestList);
  const isWaiting = (state.filters.status || 'asked') === 'asked';
  return (
    <ListScreen
      list={tenantRequestList}
      state={state}
      caption="Requests to change a record"
      columns={[...COLUMNS, ...(isWaiting ? ACTIONS : DECIDED)]}
      loading="Loading requests..."
      isLive
      empty={<p>{isWaiting ? 'No request waits.' : 'There is no such request.'}</p>}
    />
  );
}
