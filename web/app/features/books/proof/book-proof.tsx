import {
  type BookProof,
  deliveryText,
  formatDay,
  formatInstant,
  getBookProof,
  groupThousands,
  listOwnerMessages,
  type OwnerMessage,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './book-proof.module.css';

const proofQuery = read(getBookProof, {});
const toldQuery = read(listOwnerMessages, { query: { size: 1 } });

/** The first digits, as prints and messages have them, and all of them for who compares them. */
function Hash({ of, children }: { of: string; children: string }) {
  return (
    <details className={styles.hash}>
      <summary>
        Hash of {of}: <code>{children.slice(0, 16)}…</code>
      </summary>
      <code>{children}</code>
    </details>
  );
}

const differences = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`);

type Check = NonNullable<BookProof['check']>;

function Proved({ check }: { check: Check }) {
  const { ended_at, difference_count, first, postings, entry, hash } = check;
  const at = formatInstant(ended_at);
  if (difference_count > 0) {
    return (
      <p role="alert" className="problem">
        The check of {at} found {differences(difference_count)}. {first}
      </p>
    );
  }
  return (
    <>
      <p>
        Proved on {at}: {groupThousands(String(postings))} {postings === 1 ? 'posting' : 'postings'}
        {entry !== null && ` up to entry ${entry}`}.
      </p>
      {entry !== null && hash !== null && <Hash of={`entry ${entry}`}>{hash}</Hash>}
    </>
  );
}

/** The last proof: when, how many postings, and the hash. Shows nothing while it loads. */
export function ProvedNote() {
  const { data } = useQuery(proofQuery);
  if (!data) return null;
  return data.check ? <Proved check={data.check} /> : <p>The books have not been checked yet.</p>;
}

/** Says how far the message is: one that waits in the outbox was not sent. */
const toldWords = ({ delivery }: OwnerMessage): string => {
  if (!delivery) return 'Told to the owner';
  if (delivery.sent > 0)
    return delivery.queued + delivery.failed > 0 ? 'Sent in part to the owner' : 'Sent to the owner';
  return delivery.queued > 0 ? 'Queued for the owner, and not sent yet,' : 'Could not be sent to the owner';
};

/** The owner's last message, to staff who may read it. Shows nothing while it loads. */
export function SentToOwner() {
  const { can } = useAbility();
  const { data } = useQuery({ ...toldQuery, enabled: can('payments.read') });
  if (!data) return null;
  const [told] = data;
  if (!told) return <p>The owner was told of no day yet.</p>;
  return (
    <div className="stack tight">
      <p>
        {toldWords(told)} for {formatDay(told.day)}, on {formatInstant(told.sent_at)}
        {told.delivery && told.delivery.queued + told.delivery.failed > 0 && ` (${deliveryText(told.delivery)})`}:
      </p>
      <blockquote className={styles.message}>{told.text}</blockquote>
      <Hash of={`the last entry, ${told.entry}`}>{told.hash}</Hash>
    </div>
  );
}

/** Both, as a card below a list. */
export const BookProofPanel = () => (
  <RecordLoaded of="the proof of the books" query={proofQuery}>
    {() => (
      <section className={`card stack close small ${styles.panel}`} aria-label="Proof of the books">
        <h2 className="large">Proof of the books</h2>
        <ProvedNote />
        <SentToOwner />
      </section>
    )}
  </RecordLoaded>
);
