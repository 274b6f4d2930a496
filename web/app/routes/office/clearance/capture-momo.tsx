import { Page } from '~/components/page/page.tsx';
import { CaptureForm } from '~/features/clearance/desk/capture/capture-form.tsx';

export default function CaptureMomo() {
  return (
    <Page title="Momo Payments" lead="Record what the MoMo account really received.">
      <CaptureForm />
    </Page>
  );
}
