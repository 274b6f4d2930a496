import { Page } from '~/components/page/page.tsx';
import { RoleSecondFactors } from '~/features/identity/second-factor/role-second-factors.tsx';
import styles from '~/features/identity/second-factor/second-factor.module.css';
import { RoleTable } from '~/features/identity/users/role-table.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function SystemRoles() {
  const { can } = useAbility();
  return (
    <Page
      title="System Roles"
      lead="A lower rank number stands higher. Nobody acts on a rank that is not below their own."
    >
      <RoleTable />
      {can('users.change') && (
        <section className={styles.roles} aria-labelledby="second-factor-title">
          <h2 id="second-factor-title">Second factor by role</h2>
          <p className={styles.lead}>
            People of a role that needs one sign in with a code from their phone besides the password.
          </p>
          <RoleSecondFactors />
        </section>
      )}
    </Page>
  );
}
