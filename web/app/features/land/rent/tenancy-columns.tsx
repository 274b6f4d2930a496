import { shownName } from '@banbo/contract';
import { Link } from 'react-router';

type OfTenancy = {
  id: string;
  block: string;
  plot_number: string;
  zone: string;
  tenant_id: string;
  fullname: string;
};

/** The columns of a tenancy in lists of ground rent; the plot leads to its rent account. */
export const TENANCY_COLUMNS = [
  {
    key: 'plot_number',
    heading: true,
    oneLine: true,
    cell: ({ id, block, plot_number }: OfTenancy) => (
      <Link to={`/rent_account/${id}`}>{[block, plot_number].filter(Boolean).join(' ')}</Link>
    ),
  },
  { key: 'block', hiddenAtFirst: true },
  { key: 'zone', oneLine: true, cell: ({ zone }: OfTenancy) => shownName(zone) },
  {
    key: 'fullname',
    grows: true,
    cell: ({ tenant_id, fullname }: OfTenancy) => <Link to={`/tenants/${tenant_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'tenant_code', oneLine: true, hiddenAtFirst: true },
  { key: 'indenture_number', oneLine: true, spare: true },
] as const;
