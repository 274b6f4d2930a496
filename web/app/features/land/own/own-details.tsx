import {
  askForTenantChange,
  formatDay,
  MOST_WAITING_REQUESTS,
  NewTenantRequest,
  type OwnLand,
  type OwnTenantRequest,
  requestedFields,
  TENANT_FIELD_LABELS,
  type TenantField,
  withdrawTenantRequest,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormArea } from '~/components/form/form-line.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { fieldInWords } from '../tenants/field-in-words.ts';
import { SectionFields, UnchangedLine } from '../tenants/section-fields.tsx';
import {
  changedOfSection,
  fittedToKind,
  NOTHING_CHANGED,
  type SectionValues,
  valuesOfSection,
} from '../tenants/section-values.ts';
import { TenantRequestState } from '../tenants/tenant-request-state.tsx';
import { TENANT_UPDATES, type TenantSection } from '../tenants/tenant-sections.ts';
import styles from './own-land.module.css';

const SECTIONS = Object.entries(TENANT_UPDATES).map(([value, { title }]) => ({ value, label: title }));

const omitted = <T,>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

type FormProps = { land: OwnLand; section: TenantSection; onDone: () => void };

/** The fields of a part of the record, of which the tenant changes those that are wrong. */
function AskForChange({ land, section, onDone }: FormProps) {
  const { fields } = TENANT_UPDATES[section];
  const wantedOf = (values: SectionValues) => changedOfSection(land, fields, fittedToKind(values));
  const check = ({ note = '', ...values }: SectionValues): FieldErrors => {
    const wanted = wantedOf(values);
    if (Object.keys(wanted).length === 0) return { unchanged: NOTHING_CHANGED };
    const issues = NewTenantRequest.safeParse({ wanted, note }).error?.issues ?? [];
    return Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1)), message]));
  };
  const form = useForm<SectionValues>({
    initial: { ...valuesOfSection(land, fields), note: '' },
    check,
    keyName: `banbo-tenant-request-key-${section}`,
  });
  const submit = form.submit(async ({ note = '', ...values }) => {
    const body = { wanted: wantedOf(values), note };
    const { message } = await change(askForTenantChange, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    toast.success(message);
    onDone();
  });
  return (
    <form className="stack close" onSubmit={submit} noValidate aria-label="Ask for a change">
      <SectionFields section={section} field={form.field} isPerson={form.values.kind !== 'organisation'} />
      <UnchangedLine isShown={form.errors.unchanged !== undefined && Object.keys(wantedOf(form.values)).length === 0} />
      <FormArea
        {...form.field('note')}
        label="Note"
        required={false}
        rows={2}
        maxLength={300}
        hint="Optional. What our office should know about it"
      />
      <Group gap="sm">
        <Button type="submit" loading={form.isBusy}>
          Ask for the change
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** The outcome of each field of a decided request that was not accepted as a whole. */
function Outcome({ wanted, refusals }: OwnTenantRequest) {
  const refused = Object.entries(refusals) as [TenantField, string][];
  const accepted = requestedFields({ wanted: omitted(wanted, Object.keys(refusals)) });
  if (refused.length === 0) return null;
  return (
    <ul>
      {accepted !== '' && <li>Accepted: {accepted}</li>}
      {refused.map(([name, why]) => (
        <li key={name}>
          Not accepted: {TENANT_FIELD_LABELS[name]}. {why}
        </li>
      ))}
    </ul>
  );
}

function Requests({ requests }: { requests: readonly OwnTenantRequest[] }) {
  return (
    <ul className="ruled" aria-label="Requests">
      {requests.map((request) => (
        <li key={request.id}>
          <strong>{requestedFields(request)}</strong>
          <small>asked for on {formatDay(request.asked_at.slice(0, 10))}</small>
          <TenantRequestState {...request} status_reason={null} />
          <Outcome {...request} />
          {request.status === 'asked' && (
            <ChangeButton
              label="Withdraw"
              of={requestedFields(request)}
              title="Withdraw your request?"
              danger
              button={{ size: 'compact-sm', ml: 'auto' }}
              send={() => change(withdrawTenantRequest, { params: { id: request.id } })}
            >
              <p>Our office then does not look at it. You may ask again.</p>
            </ChangeButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The tenant's record as the office keeps it, and the requests to change it. */
export function OwnDetails({ land }: { land: OwnLand }) {
  const [section, setSection] = useState<TenantSection>('contact');
  const [isAsking, setAsking] = useState(false);
  const waiting = land.requests.filter(({ status }) => status === 'asked').length;
  const known = Object.values(TENANT_UPDATES)
    .flatMap(({ fields }) => fields)
    .map((name) => [TENANT_FIELD_LABELS[name], fieldInWords(name, land[name])] as const)
    .filter(([, words]) => words !== '');
  return (
    <section className={styles.section} aria-labelledby="my-details-title">
      <h2 id="my-details-title">My details</h2>
      <FactList facts={[['Tenant code', land.tenant_code], ...known]} />
      {land.requests.length > 0 && <Requests requests={land.requests} />}
      <Stack gap="sm" mt="md" align="start">
        {isAsking ? (
          <>
            <NativeSelect
              autoFocus
              label="What is wrong?"
              data={SECTIONS}
              value={section}
              onChange={(event) => setSection(event.currentTarget.value as TenantSection)}
            />
            <AskForChange key={section} land={land} section={section} onDone={() => setAsking(false)} />
          </>
        ) : waiting < MOST_WAITING_REQUESTS ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            Ask for a change
          </Button>
        ) : (
          <Text>{waiting} of your requests wait for our office.</Text>
        )}
      </Stack>
    </section>
  );
}
