import {
  APPLICATION_KIND_LABELS,
  type ApplicationRow,
  applicationList,
  formatMoney,
  formatPhone,
  type LandPayer,
  shownName,
  shownPayer,
  shownPlotName,
  shownZoneIn,
  showPlot,
} from '@banbo/contract';
import { Box, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AllowedLink } from '~/components/page/allowed-link.tsx';
import { read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { ChoiceButtons, PAUSE_MS } from '../applications/form/choice-buttons.tsx';
import { PlotChoice } from '../applications/form/plot-choice.tsx';
import { TenantChoice } from '../applications/form/tenant-choice.tsx';
import { isOwing, PAYER_KINDS, PAYER_LABELS, type PayerKind } from './land-rows.ts';
import type { useLandDesk } from './use-land-desk.ts';

/** The most applications that a search shows. */
const MOST = 8;

type ChoiceProps = { id: string; error: string | undefined; onChoose: (id: string) => void };

/** Finds an application by its number or applicant, or shows the way to another. */
function ApplicationChoice({ id, error, onChoose }: ChoiceProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, error: trouble } = useQuery({
    ...read(applicationList.page, { query: { size: MOST, search: settled } }),
    staleTime: 0,
    enabled: settled !== '' && id === '',
  });
  if (id !== '') {
    return (
      <Group gap="sm">
        <AllowedLink to={`/applications/${id}`} target="_blank">
          The application
        </AllowedLink>
        <Button size="compact-sm" variant="default" onClick={() => onChoose('')}>
          Another application
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      <TextInput
        id={fieldId('application_id')}
        maw="30rem"
        label="Find the application"
        description="By its number, plot or applicant"
        required
        value={text}
        error={error ?? trouble?.message}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ChoiceButtons
        label="Applications found"
        choices={data ?? []}
        onChoose={(one: ApplicationRow) => onChoose(one.id)}
        says={(one: ApplicationRow) => (
          <>
            <strong>{one.number}</strong>
            <span>{APPLICATION_KIND_LABELS[one.kind]}</span>
            <span>{shownName(one.applicant_name)}</span>
            <span>{shownPlotName(one)}</span>
          </>
        )}
      />
      <Text fz="sm" c="dimmed" role="status">
        {data?.length === 0 ? `No application matches ‘${settled}’.` : ''}
      </Text>
    </Stack>
  );
}

/** A plot that pays, or that a row is paid for: found, or shown once it is chosen. */
export function PaidPlotChoice({ id, error, onChoose, name }: ChoiceProps & { name: string }) {
  const { data, error: trouble } = useQuery({ ...read(showPlot, { params: { id } }), enabled: id !== '' });
  if (id !== '' && !data) return <p role="status">{trouble?.message ?? 'Loading the plot...'}</p>;
  return <PlotChoice plot={data} name={name} error={error} onChoose={onChoose} onAdd={null} />;
}

function ChoiceOf({ kind, ...choice }: ChoiceProps & { kind: PayerKind }) {
  const { id, error, onChoose } = choice;
  if (kind === 'tenant_id') return <TenantChoice tenantId={id} error={error} onChoose={onChoose} />;
  if (kind === 'application_id') return <ApplicationChoice {...choice} />;
  return <PaidPlotChoice {...choice} name="plot_id" />;
}

type Owed = LandPayer['tenancies'][number];

const rentToPay = ({ plot, owed }: Owed): string => `Ground rent of ${plot}: ${formatMoney(owed)}`;

type FactsProps = {
  payer: LandPayer;
  /** Of a tenant who pays; empty where an application or a plot does. */
  tenantId: string;
  onPay: (tenancy: Owed) => void;
  onAnother: () => void;
};

/** The payer as the receipt names them, and the ground rent that they owe; a press adds its row. */
function PayerFacts({ payer, tenantId, onPay, onAnother }: FactsProps) {
  const owing = payer.tenancies.filter(isOwing);
  // A plot that pays for itself stands above, where it was chosen.
  if (payer.details === payer.name && owing.length === 0) return null;
  const facts = [shownZoneIn(payer.details), payer.number && formatPhone(payer.number)].filter(Boolean).join(', ');
  return (
    <section aria-label="The payer">
      <p>
        {tenantId === '' ? (
          <strong>{shownPayer(payer.name)}</strong>
        ) : (
          <AllowedLink to={`/tenants/${tenantId}`} target="_blank">
            {shownName(payer.name)}
          </AllowedLink>
        )}
        {facts !== '' && `, ${facts}`}
        {payer.tenancies.length > 0 && owing.length === 0 && '. No ground rent is owed.'}{' '}
        {tenantId !== '' && (
          <Button size="compact-sm" variant="default" onClick={onAnother}>
            Another tenant
          </Button>
        )}
      </p>
      {owing.length > 0 && (
        <Group component="ul" gap="xs" mt={4}>
          {owing.map((tenancy) => (
            <Box component="li" key={tenancy.id} maw="100%">
              <Button className="wraps" variant="default" size="compact-sm" onClick={() => onPay(tenancy)}>
                {rentToPay(tenancy)}
              </Button>
            </Box>
          ))}
        </Group>
      )}
    </section>
  );
}

/** The payer: a tenant, an application or a plot. */
export function PayerChoice({ desk }: { desk: ReturnType<typeof useLandDesk> }) {
  const { form, payer, choosePayer, addOwed } = desk;
  const { values, errors } = form;
  const kind = values.payer;
  const known = payer.data;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Who pays"
        data={PAYER_KINDS.map((value) => ({ value, label: PAYER_LABELS[value] }))}
        value={kind}
        onChange={(next) => choosePayer(next as PayerKind, values[next as PayerKind])}
        style={{ alignSelf: 'start' }}
      />
      {(kind !== 'tenant_id' || !known) && (
        <ChoiceOf
          key={kind}
          kind={kind}
          id={values[kind]}
          error={errors[kind]}
          onChoose={(id) => choosePayer(kind, id)}
        />
      )}
      {payer.error && (
        <p className="note" role="alert">
          {payer.error.message}{' '}
          <Button size="xs" variant="default" onClick={() => void payer.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {known && (
        <PayerFacts
          payer={known}
          tenantId={kind === 'tenant_id' ? values[kind] : ''}
          onPay={addOwed}
          onAnother={() => choosePayer(kind, '')}
        />
      )}
    </Stack>
  );
}
