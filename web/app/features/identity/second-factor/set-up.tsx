import { type NewSecondFactor, startSecondFactor } from '@banbo/contract';
import { useState } from 'react';
import { call } from '~/lib/api.ts';
import { FirstCodeForm } from './first-code-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = {
  /** True where another phone takes the place of the present one. */
  hasApp: boolean;
  onDone: () => void;
  onCancel: () => void;
  cancel?: string;
};

/** Sets up an authenticator app: password, picture and first code, recovery codes. */
export function SetUp({ hasApp, onDone, onCancel, cancel = 'Cancel' }: Props) {
  const [app, setApp] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (app) return <FirstCodeForm app={app} onConfirmed={setCodes} onCancel={() => setApp(null)} />;
  const start = async ({ password, code }: { password: string; code: string }) =>
    setApp(await call(startSecondFactor, { body: { password, ...(hasApp && { code }) } }));
  return (
    <ProofForm asksCode={hasApp} action="Go on" send={start} onCancel={onCancel} cancel={cancel}>
      <p>
        {hasApp
          ? 'The phone you use now stays good until the new one has shown its first code.'
          : 'You need a phone with an authenticator app. It shows a new code every 30 seconds, without any network.'}
      </p>
    </ProofForm>
  );
}
