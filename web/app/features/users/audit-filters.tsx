import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AuditFilter } from './audit-query.ts';
import styles from './users.module.css';

const FIELDS = [
  { name: 'actor', label: 'Who (username)', type: 'text' },
  { name: 'action', label: 'What (like users.block)', type: 'text' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
] as const;

const NOTHING: AuditFilter = { actor: '', action: '', from: '', to: '' };

type Props = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void };

/** Narrows the audit log by person, action and days. */
export function AuditFilters({ filter, onFilter }: Props) {
  const [typed, setTyped] = useState(filter);
  const filtered = FIELDS.some(({ name }) => filter[name] !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...typed, actor: typed.actor.trim(), action: typed.action.trim() });
  };
  return (
    <search aria-label="Audit log">
      <form className={styles.filters} onSubmit={submit}>
        {FIELDS.map(({ name, label, type }) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            maxLength={100}
            autoComplete="off"
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
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
