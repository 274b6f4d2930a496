import { shownPayer } from '@banbo/contract';
import { AllowedLink } from '../page/allowed-link.tsx';

type Payer = {
  payer_name: string;
  tenant_id: string | null;
  application_id: string | null;
  plot_id: string | null;
};

/** The payer of the land side, with the way to their record for those who may open it. */
export function LandPayerName({ of: { payer_name, tenant_id, application_id, plot_id } }: { of: Payer }) {
  const name = shownPayer(payer_name);
  if (tenant_id !== null) return <AllowedLink to={`/tenants/${tenant_id}`}>{name}</AllowedLink>;
  if (application_id !== null) return <AllowedLink to={`/applications/${application_id}`}>{name}</AllowedLink>;
  return plot_id === null ? name : <AllowedLink to={`/plots/${plot_id}`}>{name}</AllowedLink>;
}
