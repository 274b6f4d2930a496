import { TenantDetails } from '~/features/identity/accounts/tenant-details.tsx';
import { titled } from '~/lib/known-site.ts';

export const meta = titled('My Page');

export default function TenantHome() {
  return <TenantDetails />;
}
