import { BookProofPanel } from '~/features/books/proof/book-proof.tsx';
import { BookChecks } from '~/features/reports/book-checks.tsx';

/** The checks of the books, and what the last one and the owner's last message prove. */
export default function BookChecksPage() {
  return (
    <>
      <BookChecks />
      <BookProofPanel />
    </>
  );
}
