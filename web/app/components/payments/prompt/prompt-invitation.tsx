import styles from './prompt.module.css';

/** Offers a prompt instead of a transaction ID. */
export function PromptInvitation({ onOpen }: { onOpen: () => void }) {
  return (
    <section className={`card stack close start ${styles.panel}`} aria-label="Pay by a prompt">
      <p>
        <strong>Nothing sent yet?</strong> With MTN MoMo we can send a prompt to your phone. You approve it with your
        PIN, and need no transaction ID.
      </p>
      <button type="button" className="button quiet" onClick={onOpen}>
        Send a prompt to my phone
      </button>
    </section>
  );
}
