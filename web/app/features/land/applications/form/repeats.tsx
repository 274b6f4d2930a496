import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  type ApplicationDuplicates,
  findApplicationDuplicates,
  shownName,
  shownPlotName,
} from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { wholeNumber } from '~/components/form/form-phone.tsx';
import { read } from '~/lib/api/query-client.ts';
import { TenantCode } from '../../tenants/tenant-code.tsx';
import { samePersonWords } from '../application-table.tsx';
import type { ApplicationValues } from './application-values.ts';

/** Milliseconds without a key until it is asked for repeats. */
const REPEAT_PAUSE_MS = 500;

type Asked = Readonly<Record<string, string>>;

/** The facts by which a person or a plot is found again; the empty ones are left out. */
const askedOf = (values: ApplicationValues, applicationId: string | null): Asked => {
  const isNew = values.who === 'new';
  const given: Readonly<Record<string, string | undefined>> = {
    plot_id: values.plot_id,
    tenant_id: isNew ? '' : values.tenant_id,
    ...(isNew && {
      id_number: values['applicant.id_number']?.trim(),
      phone: wholeNumber(values['applicant.contact_number'] ?? ''),
      last_name: values['applicant.last_name']?.trim(),
      first_name: values['applicant.first_name']?.trim(),
    }),
  };
  const known = Object.entries(given).flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  if (known.length === 0) return {};
  return { ...Object.fromEntries(known), ...(applicationId !== null && { application_id: applicationId }) };
};

/** Repeats of what is typed, a moment after the last key; undefined before anything is asked. */
export const useRepeats = (
  values: ApplicationValues,
  applicationId: string | null,
): ApplicationDuplicates | undefined => {
  const [key] = useDebouncedValue(JSON.stringify(askedOf(values, applicationId)), REPEAT_PAUSE_MS);
  const query: Asked = JSON.parse(key);
  const { data } = useQuery({
    ...read(findApplicationDuplicates, { query }),
    staleTime: 0,
    // It helps while typing; a failure must not stand in the way of that.
    retry: false,
    placeholderData: keepPreviousData,
    enabled: Object.keys(query).length > 0,
  });
  return Object.keys(query).length > 0 ? data : undefined;
};

type Beside = ApplicationDuplicates['for_plot'][number];

const OpenOne = ({ of }: { of: Beside }) => (
  <>
    <Link to={`/applications/${of.id}`} target="_blank">
      {of.number}
    </Link>
    , {APPLICATION_KIND_LABELS[of.kind].toLowerCase()}, {APPLICATION_STATUS_LABELS[of.status].toLowerCase()}
  </>
);

type PersonProps = { repeats: ApplicationDuplicates; onTake: ((tenantId: string) => void) | null };

/** Tenants and open applications of somebody who may be the applicant; a hint alone. */
export function SamePerson({ repeats: { tenants, applications }, onTake }: PersonProps) {
  if (tenants.length + applications.length === 0) return null;
  return (
    <section className="note" aria-label="May be the same person" role="status">
      <strong>May be the same person</strong>
      <ul>
        {tenants.map(({ id, tenant_code, name, same }) => (
          <li key={id}>
            <Group gap="xs">
              <span>
                <Link to={`/tenants/${id}`} target="_blank">
                  {shownName(name)}
                </Link>
                , <TenantCode code={tenant_code} /> ({samePersonWords(same)})
              </span>
              {onTake && (
                <Button size="compact-xs" variant="default" onClick={() => onTake(id)}>
                  It is this tenant<span className="visually-hidden"> {tenant_code}</span>
                </Button>
              )}
            </Group>
          </li>
        ))}
        {applications.map((one) => (
          <li key={one.id}>
            {shownName(one.applicant_name)}: <OpenOne of={one} />, {shownPlotName(one)} ({samePersonWords(one.same)})
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open applications for the plot, and plots that share land with it; a hint alone. */
export function SamePlot({ repeats: { for_plot, overlaps } }: { repeats: ApplicationDuplicates }) {
  if (for_plot.length + overlaps.length === 0) return null;
  return (
    <section className="note" aria-label="May be the same land" role="status">
      <strong>May be the same land</strong>
      <ul>
        {for_plot.map((one) => (
          <li key={one.id}>
            Applied for by {one.applicant_name === '' ? 'somebody' : shownName(one.applicant_name)}:{' '}
            <OpenOne of={one} />
          </li>
        ))}
        {overlaps.map((plot) => (
          <li key={plot.plot_id}>
            Overlaps{' '}
            <Link to={`/plots/${plot.plot_id}`} target="_blank">
              {shownPlotName(plot)}
            </Link>
            {plot.area_sqm !== null && ` by ${plot.area_sqm} m²`}
            {plot.is_held && ', which somebody holds'}
          </li>
        ))}
      </ul>
    </section>
  );
}
