import { formatInstant, type VerifiedPack, type verifyPack } from '@banbo/contract';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { FactList } from '~/components/record/fact-list.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';

const VERIFY: Address<typeof verifyPack> = { method: 'GET', url: '/verify_pack/:code', access: 'public' };

/** SHA-256 of a file in hexadecimal. */
const hashOf = async (file: File): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Compares a file with the hash; the file stays on the device. */
function CompareFile({ file_hash }: Pick<VerifiedPack, 'file_hash'>) {
  const [verdict, setVerdict] = useState<'same' | 'other' | 'unread' | null>(null);
  const compare = async (file: File | undefined): Promise<void> => {
    if (!file) return setVerdict(null);
    setVerdict(
      await hashOf(file).then(
        (hash) => (hash === file_hash ? 'same' : 'other'),
        () => 'unread',
      ),
    );
  };
  return (
    <>
      <label className="stack close">
        Choose the PDF that you have. It is compared on this device and sent nowhere.
        <input type="file" accept="application/pdf" onChange={({ target }) => compare(target.files?.[0])} />
      </label>
      <p className="large" role="status">
        {verdict === 'same' && 'This file is as we made it.'}
        {verdict === 'other' && 'This file is not as we made it: it was changed, or is another one.'}
        {verdict === 'unread' && 'This file could not be read here. Please compare its SHA-256 by hand.'}
      </p>
    </>
  );
}

function Found({ pack: { number, made_at, made_for, file_hash } }: { pack: VerifiedPack }) {
  return (
    <>
      <p className="large">We made a document with this code.</p>
      <FactList
        facts={[
          ['Document', `Incident ${number}`],
          ['Made', `${formatInstant(made_at)} GMT`],
          ['For', made_for],
          [
            'SHA-256 of the file',
            <code key="hash" style={{ overflowWrap: 'anywhere' }}>
              {file_hash}
            </code>,
          ],
        ]}
      />
      <CompareFile file_hash={file_hash} />
    </>
  );
}

function Check({ code }: { code: string }) {
  const query = useMemo(() => publicRead(() => call<typeof verifyPack>(VERIFY, { params: { code } })), [code]);
  const { data, onRetry } = usePublicRead(query);
  const { error } = query.state();
  return (
    <div className="stack page-width page-part" aria-busy={!data && !error}>
      <h1>Is this document genuine?</h1>
      {data && <Found pack={data} />}
      {error && (
        <>
          <p className="large" role="alert">
            {error.message}
          </p>
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
      {!data && !error && <p role="status">Looking for the document…</p>}
    </div>
  );
}

/** Says whether a document of an incident is one of the company's, and compares a copy with it. */
export function CheckPackPage() {
  const { code = '' } = useParams();
  return <Check key={code} code={code} />;
}
