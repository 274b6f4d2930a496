import { getTenantMe } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Page } from '~/components/page/page.tsx';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { OwnLandPage, ownLandQuery } from '~/features/land/own/own-land.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { titled } from '~/lib/api/known-site.ts';
import { read } from '~/lib/api/query-client.ts';

const tenantQuery = read(getTenantMe, {});

/** The sign-in of a tenant of whom the office keeps no record. */
function TenantDetails() {
  const { data, instead } = useRecord('your page', tenantQuery);
  if (!data) return instead;
  return (
    <Page title={data.fullname}>
      <p>Our office has no land record of you yet. Please contact us.</p>
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

/** The page of a tenant; a sign-in without a record of the land side shows itself alone. */
export default function TenantHome() {
  const { error } = useQuery(ownLandQuery);
  return isNotFound(error) ? <TenantDetails /> : <OwnLandPage />;
}
