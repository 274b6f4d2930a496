import { Page } from '~/components/page/page.tsx';
import { AuditTable } from '~/features/audit/audit-table.tsx';

export default function AuditLog() {
  return (
    <Page title="Audit Log" lead="Every change by staff and every sign-in: who, when, what, before and after.">
      <AuditTable />
    </Page>
  );
}
