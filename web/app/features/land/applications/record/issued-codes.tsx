import { Confirmation } from '~/components/question/confirmation.tsx';
import type { Issued } from './decide-application.tsx';

const KNOWN = 'The tenant has a sign-in already.';
const ONCE =
  'The setup code is shown this once. Tell or print it: with it the tenant sets a password within 24 hours, on the page Tenant Login.';

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
