import { Page } from '~/components/page/page.tsx';
import { RemindersScreen } from '~/features/payments/reminders/reminders-screen.tsx';

export default function Reminders() {
  return (
    <Page title="Reminders" lead="Text messages to drivers who owe months. Read them before they go.">
      <RemindersScreen />
    </Page>
  );
}
