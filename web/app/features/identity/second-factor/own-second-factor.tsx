import {
  formatInstant,
  getSecondFactor,
  type OwnSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@banbo/contract';
import { useState } from 'react';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { call } from '~/lib/api/api.ts';
import { read, refresh } from '~/lib/api/query-client.ts';
import { toast } from '~/lib/toast.ts';
import { ProofForm, RecoveryCodes } from './proof-form.tsx';
import { SetUp } from './set-up.tsx';

const factorQuery = read(getSecondFactor, {});

/** Codes left from which on the person is told to make new ones. */
const FEW = 3;

type Work = 'set up' | 'codes' | 'give up';

function State({ factor: { since, recovery_codes_left: left, is_required } }: { factor: OwnSecondFactor }) {
  if (since === null) {
    return (
      <p>
        <StatusBadge tone="plain">Off</StatusBadge> Your password alone lets you in. With a second factor, somebody who
        learns it still cannot sign in without your phone.
      </p>
    );
  }
  return (
    <>
      <p>
        <StatusBadge tone="good">On</StatusBadge> Since {formatInstant(since)}, signing in takes a code from your phone.
        {is_required && ' Your role needs it.'}
      </p>
      <p>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left <= FEW && <strong> Please make new ones.</strong>}
      </p>
    </>
  );
}

function NewCodes({ onEnd }: { onEnd: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onEnd} />;
  const send = async (body: { password: string; code: string }) =>
    setCodes((await call(renewRecoveryCodes, { body })).recovery_codes);
  return (
    <ProofForm asksCode action="Make new codes" send={send} onCancel={onEnd}>
      <p>The codes that you have now will stop working.</p>
    </ProofForm>
  );
}

function GiveUp({ onEnd }: { onEnd: () => void }) {
  const send = async (body: { password: string; code: string }) => {
    toast.success((await call(removeSecondFactor, { body })).message);
    onEnd();
  };
  return (
    <ProofForm asksCode action="Turn off" send={send} onCancel={onEnd}>
      <p>Your password alone will let you in, and anybody else who knows it.</p>
    </ProofForm>
  );
}

/** One's own second factor: whether it is on, and what to do with it. */
export function OwnSecondFactorPanel() {
  const [work, setWork] = useState<Work | null>(null);
  const { data: factor, instead } = useRecord('your second factor', factorQuery);
  if (!factor) return instead;
  const hasApp = factor.since !== null;
  const end = () => {
    setWork(null);
    // The other devices were signed out, too.
    void refresh(getSecondFactor);
  };
  return (
    <div className="stack">
      {work === null && <State factor={factor} />}
      {work === 'set up' && <SetUp hasApp={hasApp} onDone={end} onCancel={end} />}
      {work === 'codes' && <NewCodes onEnd={end} />}
      {work === 'give up' && <GiveUp onEnd={end} />}
      {work === null && (
        <div className="row">
          <button type="button" className={hasApp ? 'button quiet' : 'button'} onClick={() => setWork('set up')}>
            {hasApp ? 'Use another phone' : 'Set up a second factor'}
          </button>
          {hasApp && (
            <button type="button" className="button quiet" onClick={() => setWork('codes')}>
              New recovery codes
            </button>
          )}
          {hasApp && !factor.is_required && (
            <button type="button" className="button quiet" onClick={() => setWork('give up')}>
              Turn off
            </button>
          )}
        </div>
      )}
    </div>
  );
}
