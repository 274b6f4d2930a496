import { Page } from '~/components/page.tsx';
import { RoleTable } from '~/features/identity/users/role-table.tsx';

export default function SystemRoles() {
  return (
    <Page
      title="System Roles"
      lead="A lower rank number stands higher. Nobody acts on a rank that is not below their own."
    >
      <RoleTable />
    </Page>
  );
}
