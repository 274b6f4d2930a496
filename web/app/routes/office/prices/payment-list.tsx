import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PriceTable } from '~/features/prices/yearly/price-table.tsx';
import { useAbility } from '~/lib/ability.ts';

export default function PaymentList() {
  const { can } = useAbility();
  const add = can('prices.change') && (
    <Button component={Link} to="/add_payment_list">
      Add Payment List
    </Button>
  );
  return (
    <Page title="Yearly Payment" actions={add}>
      <PriceTable />
    </Page>
  );
}
