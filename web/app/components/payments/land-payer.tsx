import { shownPayer } from '@banbo/contract';
import { Link } from 'react-router';
import { useAbility } from '~/lib/session/ability.ts';

type Payer = {
  payer_name: string;
  tenant_id: string | null;
  application_id: string | null;
  plot_id: string | null;
};

/** The payer of the land side, with the way to their record for those who may read land. */
export function LandPayerName({ of: { payer_name, tenant_id, application_id, plot_id } }: { of: Payer }) {
  const { can } = useAbility();
  const name = shownPayer(payer_name);
  if (!can('land.read')) return name;
  if (tenant_id !== null) return <Link to={`/tenants/${tenant_id}`}>{name}</Link>;
  if (application_id !== null) return <Link to={`/applications/${application_id}`}>{name}</Link>;
  return plot_id === null ? name : <Link to={`/plots/${plot_id}`}>{name}</Link>;
}
