import { TenantDetails } from '~/features/member/tenant-details.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('My Page');

export default function TenantHome() {
  return <TenantDetails />;
}
