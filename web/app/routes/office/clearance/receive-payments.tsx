import { Page } from '~/components/page/page.tsx';
import { ReceiveForm } from '~/features/clearance/desk/receive/receive-form.tsx';

export default function ReceivePayments() {
  return (
    <Page title="Receive Payments" lead="Money at the desk, for one driver or several. It is cleared at once.">
      <ReceiveForm />
    </Page>
  );
}
