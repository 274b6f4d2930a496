import { getTenantMe } from '@banbo/contract';
import { Page } from '~/components/page/page.tsx';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { titled } from '~/lib/api/known-site.ts';
import { read } from '~/lib/api/query-client.ts';

const tenantQuery = read(getTenantMe, {});

/** A tenant's own page: the company's record of the tenant. */
function TenantDetails() {
  const { data, instead } = useRecord('your page', tenantQuery);
  if (!data) return instead;
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
