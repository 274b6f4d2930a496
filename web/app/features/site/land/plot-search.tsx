import {
  type AnswerOf,
  type askLandSlip,
  formatDay,
  formatPaperCode,
  type listZones,
  shownName,
} from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { FormFieldset, FormSubmit } from '~/components/form/form-frame.tsx';
import { FormChoice, FormText } from '~/components/form/form-inputs.tsx';
import { ErrorLine, ListTrouble } from '~/components/trouble/states.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';
import { Verdict } from '../parts/code-check.tsx';
import { PageHead } from '../parts/section.tsx';
import sheet from '../parts/sheet.module.css';
import { SlipFindingLines, SlipPdfLink } from './slip-finding.tsx';

const ASK: Address<typeof askLandSlip> = { method: 'POST', url: '/land_slips', access: 'public' };
const ZONES: Address<typeof listZones> = { method: 'GET', url: '/zones', access: 'public' };

const zonesRead = publicRead(() => call<typeof listZones>(ZONES, {}));

type Slip = AnswerOf<typeof askLandSlip>;

/** The answer, which takes the form's place and the focus. */
function IssuedSlip({ slip, onAnother }: { slip: Slip; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { plot, day, number, code, finding } = slip;
  return (
    <div className={`${sheet.sheet} ${sheet.alone}`} role="status">
      <h2 ref={heading} tabIndex={-1}>
        {plot}
      </h2>
      <Verdict tone={finding.is_clear ? 'good' : 'bad'}>
        {finding.is_clear ? 'Nothing is recorded against this plot.' : 'Something is recorded against this plot.'}
      </Verdict>
      <p>
        Slip {number} of {formatDay(day)}. Its code is <strong>{formatPaperCode(code)}</strong>.
      </p>
      <SlipFindingLines finding={finding} />
      <SlipPdfLink code={code} number={number} />
      <p className="muted">
        Anybody to whom you give the code can see this answer on{' '}
        <Link to={`/land_paper#${code}`}>Check a land paper</Link>.
      </p>
      <button type="button" className="button quiet" onClick={onAnother}>
        Ask about another plot
      </button>
    </div>
  );
}

const MISSING = {
  zone_id: 'Please choose the zone.',
  plot_number: 'Please enter the plot number.',
  code: 'Please enter the fee code that our office gave you.',
} as const;
const EMPTY = { zone_id: '', block: '', plot_number: '', code: '' };

/** The messages of missing fields; {} when the form can be sent. The server checks again. */
const checkPlotSearch = (asked: typeof EMPTY): Record<string, string> =>
  Object.fromEntries(Object.entries(MISSING).filter(([field]) => asked[field as keyof typeof MISSING].trim() === ''));

function PlotSearchForm({ onIssued }: { onIssued: (slip: Slip) => void }) {
  const isReady = useHydrated();
  const zones = usePublicRead(zonesRead);
  const form = useForm({
    initial: EMPTY,
    check: checkPlotSearch,
    onRefused: ({ message, fields }) => {
      if (Object.keys(fields).length > 0) form.showErrors(fields);
      else form.say(message);
    },
  });
  // A code is used up once, also where its first answer was lost.
  const ask = form.submit(async (body) => {
    const answer = await call<typeof askLandSlip>(ASK, { body, idempotencyKey: form.retryKey.keyFor(body) });
    form.retryKey.forget();
    onIssued(answer);
  });
  const choices = (zones.data ?? []).map(({ id, zone }) => ({ value: id, label: shownName(zone) }));
  return (
    <form className={`${sheet.sheet} ${sheet.alone}`} onSubmit={ask} noValidate>
      <noscript>
        <p className="notice">This form needs JavaScript. Our office gives you the same slip.</p>
      </noscript>
      <FormFieldset isReady={isReady}>
        <FormChoice {...form.field('zone_id')} label="Zone" choices={choices} />
        {zones.status === 'error' && <ListTrouble message={zones.trouble} onRetry={zones.onRetry} />}
        <FormText
          {...form.field('block')}
          label="Block"
          hint="Leave it empty if the site plan has no block."
          maxLength={20}
        />
        <FormText {...form.field('plot_number')} label="Plot Number" hint="As on the site plan." maxLength={20} />
        <FormText
          {...form.field('code')}
          label="Fee code"
          hint={
            <>
              You get it when you pay the fee at <Link to="/contact">our office</Link>. It is good for one answer.
            </>
          }
          maxLength={64}
        />
        <ErrorLine refused={form.line} />
        <FormSubmit isBusy={form.isBusy}>{form.isBusy ? 'Looking…' : 'Ask'}</FormSubmit>
      </FormFieldset>
    </form>
  );
}

/** Answers a stranger with a code whether a plot is free, on a slip that names nobody. */
export default function PlotSearch() {
  const [slip, setSlip] = useState<Slip | null>(null);
  const [isLoadedAgain, setLoadedAgain] = useState(false);
  useEffect(() => setLoadedAgain(window.location.hash !== ''), []);
  // The fee code is used up, so a page that is loaded again shows the answer by the slip's code.
  const keep = (issued: Slip | null): void => {
    window.history.replaceState(window.history.state, '', issued ? `#${issued.code}` : window.location.pathname);
    setSlip(issued);
  };
  if (isLoadedAgain) return <Navigate to={`/land_paper${window.location.hash}`} replace />;
  return (
    <>
      <PageHead
        title="Is this plot free?"
        lead="What our records have against a plot, with a slip that others can check. It names nobody."
      />
      <div className={sheet.room}>
        {slip ? <IssuedSlip slip={slip} onAnother={() => keep(null)} /> : <PlotSearchForm onIssued={keep} />}
      </div>
    </>
  );
}
