import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PaymentTypeTable } from '~/features/prices/types/type-table.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function PaymentTypes() {
  const { can } = useAbility();
  const add = can('prices.change') && (
    <Button component={Link} to="/add_payment_type">
      Add payment type
    </Button>
  );
  return (
    <Page title="Payment Types" actions={add}>
      <PaymentTypeTable />
    </Page>
  );
}
