import { formatDay, formatMoney, listLeftBehind } from '@banbo/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '~/lib/api/query-client.ts';

const inWords = new Intl.ListFormat('en-GB');

/** Says what removed records of the same person, car or numbers still owe, where there are any. */
export function LeftBehindNotice({ driverId }: { driverId: string }) {
  const { data = [] } = useQuery(read(listLeftBehind, { params: { id: driverId } }));
  return data.map(({ id, driver_code, fullname, owed, removed_on, shared }) => (
    <Box key={id} component="p" role="note" className="notice" mb="md">
      <strong>Old debt:</strong> <Link to={`/view_driver/${id}/standing`}>{driver_code}</Link>, {fullname} (the same{' '}
      {inWords.format(shared)}), owed <strong>{formatMoney(owed)}</strong> when removed on {formatDay(removed_on)}.
    </Box>
  ));
}
