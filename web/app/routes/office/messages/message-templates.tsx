import { Page } from '~/components/page/page.tsx';
import { TemplateList } from '~/features/messages/templates/template-list.tsx';

export default function MessageTemplates() {
  return (
    <Page title="Message Templates" lead="The words of the text messages that go to drivers.">
      <TemplateList />
    </Page>
  );
}
