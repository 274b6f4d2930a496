import { formatDay, formatMoney, formatPaperCode, type VerifiedReceipt, type verifyReceipt } from '@banbo/contract';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { type Address, call } from '~/lib/api/api.ts';
import { titled } from '~/lib/api/known-site.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';
import { CodeNotFound, ComparedFacts, Verdict } from '../parts/code-check.tsx';
import { PageHead } from '../parts/section.tsx';
import sheet from '../parts/sheet.module.css';

const VERIFY: Address<typeof verifyReceipt> = { method: 'GET', url: '/verify_receipt/:code', access: 'public' };

function Found({ receipt, code }: { receipt: VerifiedReceipt; code: string }) {
  const { number, paid_on, amount, payer, is_void } = receipt;
  return (
    <>
      <Verdict tone={is_void ? 'bad' : 'good'}>
        {is_void ? 'This receipt is void. It is no longer valid.' : 'This receipt is one of ours.'}
      </Verdict>
      <ComparedFacts
        facts={[
          ['Receipt', number],
          ['Amount', formatMoney(amount)],
          ['Paid on', formatDay(paid_on)],
          ['Received from', payer],
          ['Code', formatPaperCode(code)],
        ]}
      />
      <p className="muted">
        A receipt that shows another number, day or amount is forged. Please <Link to="/contact">tell us</Link>.
      </p>
    </>
  );
}

/** Says whether the receipt is one of the company's, with the facts that its holder can compare. */
function CheckReceipt({ code }: { code: string }) {
  const read = useMemo(() => publicRead(() => call<typeof verifyReceipt>(VERIFY, { params: { code } })), [code]);
  const { data, onRetry } = usePublicRead(read);
  const { error } = read.state();
  return (
    <>
      <PageHead title="Is this receipt genuine?" lead="Compare the lines below with the receipt in your hand." />
      <div className={sheet.room}>
        <div className={`${sheet.sheet} ${sheet.alone}`} aria-live="polite" aria-busy={!data && !error}>
          {data && <Found receipt={data} code={code.toUpperCase()} />}
          {error && <CodeNotFound error={error} onRetry={onRetry} />}
          {!data && !error && <p>Looking for the receipt…</p>}
        </div>
      </div>
    </>
  );
}

export const meta = titled('Receipt');

export default function Receipt() {
  const { code = '' } = useParams();
  return <CheckReceipt key={code} code={code} />;
}
