import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import tools from '~/components/data-table/list-tools.module.css';
import styles from '../users/users.module.css';
import { actionChoices } from './audit-actions.ts';
import type { AuditFilter } from './audit-query.ts';

const TEXTS = [
  { name: 'actor', label: 'Who (username)', type: 'text' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
] as const;

const NOTHING: AuditFilter = { actor: '', action: '', from: '', to: '' };

type Props = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void };

/** Narrows the audit log by person, action and days. */
export function AuditFilters({ filter, onFilter }: Props) {
  const [draft, setDraft] = useState(filter);
  const filtered = Object.values(filter).some((value) => value !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...draft, actor: draft.actor.trim() });
  };
  return (
    <search aria-label="Audit log">
      <form className={tools.filters} onSubmit={submit}>
        <NativeSelect
          label="What"
          data={actionChoices(filter.action)}
          value={draft.action}
          onChange={(event) => setDraft({ ...draft, action: event.currentTarget.value })}
        />
        {TEXTS.map(({ name, label, type }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            maxLength={100}
            autoComplete="off"
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit">Search</Button>
          {filtered && (
            <Button variant="default" onClick={() => onFilter(NOTHING)}>
              Show all
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
