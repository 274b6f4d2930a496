import { formatPhone, searchTenants, shownName, type TenantRow } from '@banbo/contract';
import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { SearchButtons } from '~/components/page/search-buttons.tsx';
import searchForm from '~/components/page/search-form.module.css';
import { call } from '~/lib/api/api.ts';
import { useFocusOnOpening } from '~/lib/focus-on-opening.ts';
import { useForm } from '~/lib/form/use-form.ts';

const FIELDS = [
  { name: 'tenant_code', label: 'Tenant Code' },
  { name: 'contact_number', label: 'Contact Number' },
  { name: 'indenture_number', label: 'Indenture Number' },
  { name: 'first_name', label: 'First Name' },
  { name: 'last_name', label: 'Last Name' },
] as const;

const EMPTY = { tenant_code: '', contact_number: '', indenture_number: '', first_name: '', last_name: '' };

type FoundProps = { tenants: readonly TenantRow[]; to: (tenant: TenantRow) => string };

const FoundTenants = ({ tenants, to }: FoundProps) => (
  <ul className="ruled" aria-label="Tenants found">
    {tenants.map((tenant) => (
      <Group key={tenant.id} component="li" gap="sm">
        <Link to={to(tenant)}>{shownName(tenant.fullname)}</Link>
        <span>{tenant.tenant_code}</span>
        <span className="muted">{formatPhone(tenant.contact_number)}</span>
        <span className="muted">{[shownName(tenant.zones), tenant.indentures].filter(Boolean).join(' · ')}</span>
      </Group>
    ))}
  </ul>
);

type Found = { message: string; tenants: readonly TenantRow[] };

/**
 * Finds tenants by what is typed. A search without a match empties the results and the form, and
 * its message stays until the next search; Cancel empties both.
 */
export function TenantFinding({ to }: Pick<FoundProps, 'to'>) {
  const [found, setFound] = useState<Found | null>(null);
  const form = useForm({ initial: EMPTY });
  useFocusOnOpening('tenant_code');
  const submit = form.submit(async (body) => {
    const { status, message, tenant } = await call(searchTenants, { body });
    setFound({ message, tenants: status ? tenant : [] });
    if (status) return;
    form.reset();
    form.focus('tenant_code');
  });
  const cancel = () => {
    setFound(null);
    form.reset();
    form.focus('tenant_code');
  };
  return (
    <>
      <form className={searchForm.search} style={{ '--field': '9.5rem' }} onSubmit={submit}>
        {FIELDS.map(({ name, label }) => (
          <TextInput
            key={name}
            {...form.input(name)}
            label={label}
            placeholder=" "
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <SearchButtons isBusy={form.isBusy} onCancel={cancel} />
      </form>
      <Text mt="sm" role="status">
        {found?.message}
      </Text>
      {found && found.tenants.length > 0 && <FoundTenants tenants={found.tenants} to={to} />}
    </>
  );
}

export const TenantSearchPage = () => <TenantFinding to={({ id }) => `/tenants/${id}`} />;
