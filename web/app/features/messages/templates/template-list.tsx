import { formatInstant, listMessageTemplates, type MessageTemplate, templateOf } from '@banbo/contract';
import { useState } from 'react';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/query-client.ts';
import { TemplateForm } from './template-form.tsx';
import styles from './templates.module.css';

const whoseWords = ({ own_words, changed_by, changed_at }: MessageTemplate): string =>
  own_words === null || changed_at === null
    ? 'Built-in words'
    : `Own words, by ${changed_by ?? 'somebody'}, ${formatInstant(changed_at)}`;

type EntryProps = { template: MessageTemplate; isOpen: boolean; onToggle: (isOpen: boolean) => void };

function Entry({ template, isOpen, onToggle }: EntryProps) {
  const { label, when, words } = templateOf(template.key);
  return (
    <details className={styles.entry} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <strong>{label}</strong>
        <span className={styles.soft}>{whoseWords(template)}</span>
        {!template.is_used && <StatusBadge tone="plain">Not sent by this server</StatusBadge>}
        {template.problem !== null && <StatusBadge tone="bad">Cannot be sent</StatusBadge>}
        <span className={styles.toggle}>{isOpen ? 'Less' : 'Change'}</span>
        {!isOpen && <span className={styles.brief}>{template.own_words ?? words}</span>}
      </summary>
      <p className={styles.soft}>{when}.</p>
      {template.problem !== null && (
        <p role="alert" className={styles.problem}>
          {template.problem} The built-in words are sent until this is mended.
        </p>
      )}
      {isOpen && <TemplateForm template={template} />}
    </details>
  );
}

/** One is open at a time: the one that was closed may have given its place to another already. */
const closedOrOpen = (before: string | null, key: string, isOpen: boolean): string | null => {
  if (isOpen) return key;
  return before === key ? null : before;
};

/** The text messages that the product sends; each opens to be written in the company's own words. */
export function TemplateList() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <RecordLoaded of="words" query={{ ...read(listMessageTemplates, {}), staleTime: 0 }}>
      {(templates) => (
        <div className={styles.list}>
          {templates.map((template) => (
            <Entry
              key={template.key}
              template={template}
              isOpen={template.key === open}
              onToggle={(isOpen) => setOpen((before) => closedOrOpen(before, template.key, isOpen))}
            />
          ))}
        </div>
      )}
    </RecordLoaded>
  );
}
