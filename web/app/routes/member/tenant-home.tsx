import { getTenantMe } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Page } from '~/components/page/page.tsx';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { titled } from '~/lib/api/known-site.ts';
import { read } from '~/lib/api/query-client.ts';

const tenantQuery = read(getTenantMe, {});

/** A tenant's own page: the company's record of the tenant. */
function TenantDetails() {
  const { data, error, refetch } = useQuery(tenantQuery);
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading your page...</p>;
  return (
    <Page title={data.fullname}>
      <FactList
        facts={[
          ['Tenant code', data.tenant_code],
          ['Username', data.username],
          ['E-mail', data.email && <EmailText key="email" email={data.email} />],
        ]}
      />
    </Page>
  );
}

export const meta = titled('My Page');

export default function TenantHome() {
  return <TenantDetails />;
}
