import { Page } from '~/components/page/page.tsx';
import { BookChecks } from '~/features/reports/book-checks.tsx';

export default function BookChecksPage() {
  return (
    <Page
      title="Book Checks"
      lead="Every payment is compared with the ledger and its receipt, and every entry of the ledger with the one before it."
    >
      <BookChecks />
    </Page>
  );
}
