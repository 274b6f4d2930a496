import {
  type CheckedLandDocument,
  type checkLandDocument,
  formatDay,
  formatPaperCode,
  LAND_DOCUMENT_KIND_LABELS,
  NOT_TITLE,
  readPaperCode,
} from '@banbo/contract';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormText } from '~/components/form/form-inputs.tsx';
import { type Address, call, isNotFound } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHashSecret } from '~/lib/use-hash-secret.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { CodeNotFound, ComparedFacts, Verdict } from '../parts/code-check.tsx';
import { PageHead } from '../parts/section.tsx';
import sheet from '../parts/sheet.module.css';
import { SlipFindingLines, SlipPdfLink } from './slip-finding.tsx';

const CHECK: Address<typeof checkLandDocument> = { method: 'GET', url: '/land_documents/check', access: 'public' };

const verdictOf = ({ kind, status, replaced_by }: CheckedLandDocument): string => {
  if (status === 'replaced') return `This paper is replaced by ${replaced_by}. It is no longer valid.`;
  if (status === 'ended') return 'The tenancy on this paper has ended. The paper is no longer valid.';
  if (status === 'annulled') return 'The application for this paper was annulled. The paper is not valid.';
  return kind === 'slip' ? 'This slip is one of ours. It is valid for its day.' : 'This paper is one of ours.';
};

function Found({ paper, code }: { paper: CheckedLandDocument; code: string }) {
  const { number, kind, day, plot, status, tenant, finding } = paper;
  return (
    <>
      <Verdict tone={status === 'valid' ? 'good' : 'bad'}>{verdictOf(paper)}</Verdict>
      <ComparedFacts
        facts={[
          ['Paper', `${LAND_DOCUMENT_KIND_LABELS[kind]} ${number}`],
          ['Issued', formatDay(day)],
          ['Plot', plot],
          ...(tenant === null ? [] : [['Tenant', `${tenant} (initials)`] as const]),
          ['Code', formatPaperCode(readPaperCode(code) ?? code)],
        ]}
      />
      {finding ? <SlipFindingLines finding={finding} /> : <p className="muted">{NOT_TITLE}</p>}
      {kind === 'slip' && <SlipPdfLink code={code} number={number} />}
      <p className="muted">
        A paper that shows another number, day or plot is forged. Please <Link to="/contact">tell us</Link>.
      </p>
    </>
  );
}

function CheckedCode({ code }: { code: string }) {
  const query = useMemo(() => publicRead(() => call<typeof checkLandDocument>(CHECK, { query: { code } })), [code]);
  const { data, onRetry } = usePublicRead(query);
  const { error } = query.state();
  return (
    <div className={`${sheet.sheet} ${sheet.alone}`} aria-live="polite" aria-busy={!data && !error}>
      {data && <Found paper={data} code={code} />}
      {error && <CodeNotFound error={error} onRetry={onRetry} />}
      {isNotFound(error) && (
        <p className="muted">
          A fee code is not on a paper. With it you ask about a plot: <Link to="/plot_search">Is this plot free?</Link>
        </p>
      )}
      {!data && !error && <p>Looking for the paper…</p>}
    </div>
  );
}

const checkCode = ({ code }: { code: string }): Record<string, string> => {
  if (code.trim() === '') return { code: 'Please enter the code on the paper.' };
  return readPaperCode(code) === null ? { code: 'The code has 16 letters and digits. Please compare it.' } : {};
};

/** Takes a typed code to the address, where a scanned one stands, too. */
function TypedCode() {
  const isReady = useHydrated();
  const form = useForm({ initial: { code: '' }, check: checkCode });
  const show = form.submit(async ({ code }) => {
    window.location.hash = readPaperCode(code) ?? '';
    form.reset();
  });
  return (
    <form className={`${sheet.sheet} ${sheet.alone}`} onSubmit={show} noValidate>
      <noscript>
        <p className="notice">This form needs JavaScript. Please call us, and we compare the paper with you.</p>
      </noscript>
      <FormFieldset isReady={isReady}>
        <FormText
          {...form.field('code')}
          label="Code on the paper"
          hint="Such as 7Q2M-XK4D-9H3B-ZT60. It stands beside the QR code."
          maxLength={64}
        />
        <FormSubmit isBusy={form.isBusy}>Check the code</FormSubmit>
      </FormFieldset>
    </form>
  );
}

/** Says whether a paper about land is one of the company's, and whether it still holds. */
export default function LandPaper() {
  const code = useHashSecret();
  return (
    <>
      <PageHead
        title="Is this paper genuine?"
        lead="For slips, allocation notes and tenancy certificates of our office."
      />
      <div className={sheet.room}>
        {code && <CheckedCode key={code} code={code} />}
        <TypedCode />
      </div>
    </>
  );
}
