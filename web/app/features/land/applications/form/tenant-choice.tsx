import {
  formatPhone,
  showLandTenant,
  shownName,
  TENANT_KIND_LABELS,
  type TenantRow,
  tenantList,
} from '@banbo/contract';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import { ChoiceButtons, PAUSE_MS } from './choice-buttons.tsx';

/** The most tenants that a search shows; typing on finds the others. */
const MOST = 8;

type Choose = (tenantId: string) => void;

/** Finds a tenant while their code, name, number or indenture is typed. */
function TenantFinder({ error, onChoose }: { error: string | undefined; onChoose: Choose }) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  const query = { size: MOST, search: settled };
  const { data: tenants, error: trouble } = useQuery({
    ...read(tenantList.page, { query }),
    staleTime: 0,
    enabled: settled !== '',
  });
  const none = `No match for ‘${settled}’. Try a tenant code, a name, a phone or an indenture number.`;
  return (
    <Stack gap="xs">
      <TextInput
        id={fieldId('tenant_id')}
        maw="30rem"
        label="Find the tenant"
        description="By tenant code, name, contact number, indenture or ID number"
        required
        value={text}
        error={error ?? trouble?.message}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ChoiceButtons
        label="Tenants found"
        choices={tenants ?? []}
        onChoose={({ id }: TenantRow) => onChoose(id)}
        says={({ fullname, tenant_code, contact_number }: TenantRow) => (
          <>
            <strong>{shownName(fullname)}</strong>
            <span>{tenant_code}</span>
            <span>{formatPhone(contact_number)}</span>
          </>
        )}
      />
      <Text fz="sm" c="dimmed" role="status">
        {tenants?.length === 0 ? none : tenants?.length === MOST && 'There are more. Type more of the name or number.'}
      </Text>
    </Stack>
  );
}

type Props = { tenantId: string; error: string | undefined; onChoose: Choose };

/** A known tenant: found, or shown once they are chosen. */
export function TenantChoice({ tenantId, error, onChoose }: Props) {
  const { data: tenant, error: trouble } = useQuery({
    ...read(showLandTenant, { params: { id: tenantId } }),
    enabled: tenantId !== '',
  });
  if (tenantId === '') return <TenantFinder error={error} onChoose={onChoose} />;
  if (!tenant) return <p role="status">{trouble?.message ?? 'Loading the tenant...'}</p>;
  return (
    <Group gap="sm">
      <span>
        <AllowedLink to={`/tenants/${tenant.id}`} target="_blank">
          {shownName(tenant.fullname)}
        </AllowedLink>
        , <TenantCode code={tenant.tenant_code} />, {TENANT_KIND_LABELS[tenant.kind].toLowerCase()}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => onChoose('')}>
        Another tenant
      </Button>
    </Group>
  );
}
