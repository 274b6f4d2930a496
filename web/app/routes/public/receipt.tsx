import { useParams } from 'react-router';
import { CheckReceipt } from '~/features/site/receipt/check-receipt.tsx';
import { titled } from '~/lib/api/known-site.ts';

export const meta = titled('Receipt');

export default function Receipt() {
  const { code = '' } = useParams();
  return (
    <main>
      <CheckReceipt key={code} code={code} />
    </main>
  );
}
