import { confirmSecondFactor, type NewSecondFactor, startSecondFactor } from '@banbo/contract';
import { useState } from 'react';
import { FormSubmit } from '~/components/form/form-frame.tsx';
import { FormLine } from '~/components/form/form-line.tsx';
import { CopyButton } from '~/components/record/copy-button.tsx';
import { call } from '~/lib/api/api.ts';
import { useForm } from '~/lib/form/use-form.ts';
import formStyles from '../sign-in.module.css';
import { ProofForm, RecoveryCodes } from './proof-form.tsx';
import styles from './second-factor.module.css';

const squares = (row: string, y: number): string =>
  Array.from(row, (module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')).join('');

/** A QR code, black on white by night too, for cameras. */
function QrPicture({ rows, label }: { rows: readonly string[]; label: string }) {
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={rows.map(squares).join('')} />
    </svg>
  );
}

type FirstCodeFormProps = {
  app: NewSecondFactor;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** Shows the secret of a new app, and takes the app into use by its first code. */
function FirstCodeForm({ app, onConfirmed, onCancel }: FirstCodeFormProps) {
  const form = useForm({ initial: { code: '' } });
  const submit = form.submit(async ({ code }) => {
    const { recovery_codes } = await call(confirmSecondFactor, { body: { code: code.trim() } });
    onConfirmed(recovery_codes);
  });
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>
        Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis, add an
        account, and point its camera here.
      </p>
      <div className="row">
        <QrPicture rows={app.qr} label="QR code for the authenticator app" />
        <div className={`stack tight start ${styles.key}`}>
          <p>
            No camera? <a href={app.link}>Open the app on this device</a>, or type this key:
          </p>
          <code>{app.secret}</code>
          <CopyButton text={app.secret.replaceAll(' ', '')} of="the key" className={formStyles.link} />
        </div>
      </div>
      <FormLine
        {...form.field('code')}
        label="Code"
        hint="The six digits that the app shows for this account."
        required
        maxLength={40}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <div className={`row ${formStyles.buttons}`}>
        <FormSubmit isBusy={form.isBusy} disabled={form.values.code.trim() === ''}>
          Confirm
        </FormSubmit>
        <button type="button" className="button quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type Props = {
  /** True if another phone replaces the present one. */
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
