import { formatDay, formatMoney, LAND_USE_LABELS, NOT_TITLE, type OwnTenancy, shownPlotName } from '@banbo/contract';
import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { BaseMap } from '~/components/map/base-map.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { BoundaryLayer, sqmText } from '../plots/boundary-layer.tsx';
import groundStyles from '../plots/land-plots.module.css';
import { termInWords } from '../tenants/term-in-words.ts';
import styles from './own-land.module.css';

/** Ground rent that is owed, and since when: `GHS 400.00 since 01/01/2026`, or `nothing`. */
const rentOwedInWords = ({
  rent_owed,
  rent_owed_since,
}: {
  rent_owed: string;
  rent_owed_since: string | null;
}): string => (rent_owed_since === null ? 'nothing' : `${formatMoney(rent_owed)} since ${formatDay(rent_owed_since)}`);

/** A tenancy's plot on the map, and its terms. */
function Held({ tenancy, others }: { tenancy: OwnTenancy; others: readonly OwnTenancy[] }) {
  const name = shownPlotName(tenancy);
  const { boundary, plot_number, area_sqm } = tenancy;
  const neighbours = others.flatMap(({ id, boundary: ring, ...plot }) =>
    ring ? [{ ...plot, id, boundary: ring, state: 'held' as const }] : [],
  );
  return (
    <Stack gap="sm">
      {boundary ? (
        <div className={groundStyles.ground}>
          <BaseMap label={`Map of ${name}`}>
            <BoundaryLayer
              ring={boundary}
              name={plot_number}
              neighbours={neighbours}
              overlaps={[]}
              viewKey={tenancy.id}
            />
          </BaseMap>
        </div>
      ) : (
        <p className="note">Our office has no boundary of this plot yet.</p>
      )}
      <FactList
        facts={[
          ['Plot', name],
          ['Use', tenancy.land_use && LAND_USE_LABELS[tenancy.land_use]],
          ['Area', area_sqm && sqmText(Number(area_sqm))],
          ['Indenture number', tenancy.indenture_number],
          ['Term', termInWords(tenancy)],
          ['Ends before', formatDay(tenancy.ends_on)],
          ['Ground rent a year', formatMoney(tenancy.ground_rent)],
          ['Ground rent owed', rentOwedInWords(tenancy)],
        ]}
      />
    </Stack>
  );
}

/** The plots that a tenant holds, one of them on the map, and those that they held before. */
export function OwnTenancies({ tenancies }: { tenancies: readonly OwnTenancy[] }) {
  const held = tenancies.filter(({ held_until }) => held_until === null);
  const former = tenancies.filter(({ held_until }) => held_until !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = held.find(({ id }) => id === chosen) ?? held[0];
  return (
    <section className={styles.section} aria-labelledby="my-land-title">
      <h2 id="my-land-title">My land</h2>
      {held.length > 1 && (
        <Group gap="xs" mb="sm" role="group" aria-label="Plots">
          {held.map((tenancy) => (
            <UnstyledButton
              key={tenancy.id}
              className={styles.plot ?? ''}
              aria-pressed={tenancy === shown}
              onClick={() => setChosen(tenancy.id)}
            >
              {shownPlotName(tenancy)}
            </UnstyledButton>
          ))}
        </Group>
      )}
      {shown ? (
        <Held key={shown.id} tenancy={shown} others={held.filter((one) => one !== shown)} />
      ) : (
        <p>You hold no plot at the moment.</p>
      )}
      {former.length > 0 && (
        <ul className="ruled" aria-label="Plots that I held">
          {former.map((tenancy) => (
            <li key={tenancy.id}>
              <strong>{shownPlotName(tenancy)}</strong>
              <small>
                held from {formatDay(tenancy.held_from)} until {formatDay(tenancy.held_until ?? '')}
                {tenancy.rent_owed_since !== null && `; ground rent owed: ${rentOwedInWords(tenancy)}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      <Text c="dimmed" fz="sm" mt="xs">
        {NOT_TITLE}
      </Text>
    </section>
  );
}
