import { listZones, shownName } from '@banbo/contract';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';

type Props = { value: string; onChange: (zone: string) => void } & Pick<NativeSelectProps, 'mt' | 'mb' | 'maw'>;

/** A zone by its id, or all of them: an empty value. */
export function ZoneSelect({ value, onChange, ...layout }: Props) {
  const zones = useQuery(read(listZones, {}));
  const known = (zones.data ?? []).map(({ id, zone }) => ({ value: id, label: shownName(zone) }));
  return (
    <NativeSelect
      {...layout}
      label="Zone"
      value={value}
      error={zones.error?.message}
      data={[{ value: '', label: 'All zones' }, ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
