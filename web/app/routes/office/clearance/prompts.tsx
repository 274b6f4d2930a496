import { Page } from '~/components/page/page.tsx';
import { PromptTable } from '~/features/clearance/prompt-table.tsx';

export default function Prompts() {
  return (
    <Page
      title="Prompts"
      lead="Payments that phones were asked to approve. One whose end is not known may have been paid: look for it on the statement."
    >
      <PromptTable />
    </Page>
  );
}
