import { Confirmation } from '~/components/question/confirmation.tsx';
import type { Issued } from './decide-application.tsx';

const KNOWN = 'The tenant was on record already. If they have no sign-in yet, make a setup code on the tenant’s page.';
const ONCE =
  'The setup code is shown this once. Tell or print it: with it the tenant sets a password within 24 hours, on Tenant Login under ‘Set your password’.';

/** The codes that an approval issued, shown this once to be told or printed. */
export function IssuedCodes({ issued: { tenant_code, setup_code }, name }: { issued: Issued; name: string }) {
  if (tenant_code === null) return null;
  return (
    <Confirmation
      title={`${name} is a tenant now`}
      facts={[
        { name: 'Tenant code', value: tenant_code, isMain: true },
        ...(setup_code === null ? [] : [{ name: 'Setup code', value: setup_code, isMain: true }]),
      ]}
      note={setup_code === null ? KNOWN : ONCE}
    />
  );
}
