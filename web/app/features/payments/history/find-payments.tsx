import { Page } from '~/components/page/page.tsx';
import { FIND_PAYMENTS } from '../list/fee-lists.ts';
import { PaymentTable } from '../list/payment-table.tsx';

/** Asks whose payments are wanted, and lists those of the drivers that are found. */
export function FindPayments() {
  return (
    <Page>
      <PaymentTable fees={FIND_PAYMENTS} />
    </Page>
  );
}
