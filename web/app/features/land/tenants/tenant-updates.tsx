import {
  changeTenant,
  showLandTenant,
  shownName,
  TENANT_FIELD_LABELS,
  TenantChange,
  type TenantField,
  type TenantRecord,
} from '@banbo/contract';
import { Textarea } from '@mantine/core';
import { useNavigate } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { SectionFields, UnchangedLine } from './section-fields.tsx';
import {
  changedOfSection,
  fittedToKind,
  NOTHING_CHANGED,
  type SectionValues,
  valuesOfSection,
} from './section-values.ts';
import { TenantFinding } from './tenant-search.tsx';
import { TENANT_UPDATES, type TenantSection } from './tenant-sections.ts';

/** The problems of changed fields by the contract's rules, and of the reason. */
const checkSection =
  (tenant: TenantRecord, fields: readonly TenantField[]) =>
  ({ reason = '', ...values }: SectionValues): FieldErrors => {
    const changed = changedOfSection(tenant, fields, values);
    if (Object.keys(changed).length === 0) return { unchanged: NOTHING_CHANGED };
    const result = TenantChange.safeParse({ ...changed, version: tenant.version, reason });
    return Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
  };

type Props = { tenant: TenantRecord; section: TenantSection };

/** A part of a tenant's record, which is changed with a reason. */
function SectionForm({ tenant, section }: Props) {
  const navigate = useNavigate();
  const { fields } = TENANT_UPDATES[section];
  const check = checkSection(tenant, fields);
  const form = useForm<SectionValues>({
    initial: { ...valuesOfSection(tenant, fields), reason: '' },
    check: (values) => check(fittedToKind(values)),
  });
  const params = { id: tenant.id };
  const isUnchanged = Object.keys(changedOfSection(tenant, fields, fittedToKind(form.values))).length === 0;
  const send = ({ reason = '', ...values }: SectionValues) => {
    const changed = changedOfSection(tenant, fields, fittedToKind(values));
    return change(changeTenant, { params, body: { ...changed, version: tenant.version, reason } });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action="Update"
      cancel={`/tenants/${tenant.id}`}
      then={() => navigate(`/tenants/${tenant.id}`, { replace: true })}
    >
      <SectionFields section={section} field={form.field} isPerson={form.values.kind !== 'organisation'} />
      <UnchangedLine isShown={isUnchanged && form.errors.unchanged !== undefined} />
      <Textarea
        {...form.input('reason')}
        label="Reason"
        description="Why it changes. Stays with the record, with the values before and after."
        rows={2}
        maxLength={300}
        required
      />
    </RecordForm>
  );
}

type UpdateProps = { section: TenantSection; id: string };

const TenantUpdate = ({ section, id }: UpdateProps) => (
  <RecordLoaded
    of="tenant"
    query={read(showLandTenant, { params: { id } })}
    ways={[{ to: '/global_tenants', label: 'See all tenants' }]}
  >
    {(tenant) => (
      <Page
        title={`${TENANT_UPDATES[section].title}: ${shownName(tenant.fullname)}`}
        lead={`${tenant.tenant_code} · ${TENANT_UPDATES[section].fields.map((name) => TENANT_FIELD_LABELS[name].toLowerCase()).join(', ')}`}
      >
        <SectionForm key={tenant.version} tenant={tenant} section={section} />
      </Page>
    )}
  </RecordLoaded>
);

const finding = (section: TenantSection) => () => (
  <TenantFinding to={({ id }) => `${TENANT_UPDATES[section].path}/${id}`} />
);
const updating =
  (section: TenantSection) =>
  ({ id }: { id: string }) => <TenantUpdate section={section} id={id} />;

export const FindForPersonal = finding('personal');
export const FindForContact = finding('contact');
export const FindForKin = finding('kin');
export const FindForReference = finding('reference');
export const UpdatePersonal = updating('personal');
export const UpdateContact = updating('contact');
export const UpdateKin = updating('kin');
export const UpdateReference = updating('reference');
