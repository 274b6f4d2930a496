import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { fieldId } from '~/lib/form/field-id.ts';
import { type Column, type ListField, settingList } from './setting-lists.ts';
import { cellName, rowCount } from './settings-values.ts';
import styles from './setup.module.css';
import type { Settings } from './use-settings.ts';

type Props = { field: ListField; settings: Settings };

type CellProps = { name: string; column: Column; of: string; isOnly: boolean; settings: Settings };

function Cell({ name, column, of, isOnly, settings: { form } }: CellProps) {
  const { key, label, kind, choices, maxLength, help } = column;
  const hidden = <span className="visually-hidden"> of {of}</span>;
  if (kind === 'tick') {
    return (
      <Checkbox
        id={fieldId(name)}
        className={styles.tick}
        label={
          <>
            {label}
            {hidden}
          </>
        }
        checked={form.values[name] === true}
        onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
      />
    );
  }
  const input = {
    ...form.input(name),
    size: 'xs',
    label: (
      <>
        {label}
        {hidden}
      </>
    ),
    // The list's heading says it already.
    ...(isOnly && { labelProps: { className: 'visually-hidden' } }),
    ...(help && { placeholder: help }),
  };
  if (kind === 'choice') return <NativeSelect {...input} data={[...(choices ?? [])]} data-column={key} />;
  return <TextInput {...input} maxLength={maxLength} autoComplete="off" data-column={key} />;
}

/** A setting with several entries: a row of inputs for each, to be added, taken out and moved up. */
export function RowList({ field, settings }: Props) {
  const { title, one, most, columns } = settingList(field);
  const { form } = settings;
  const count = rowCount(form.values, field);
  const add = () => {
    const empty = columns.map(({ key, kind, choices }) => [key, kind === 'tick' ? false : (choices?.[0]?.value ?? '')]);
    settings.addRow(field, Object.fromEntries(empty));
    form.focus(cellName(field, count, columns[0]?.key ?? ''));
  };
  return (
    <section className={styles.list} aria-label={title} data-list={field}>
      <div className={styles.listHead}>
        <h3>{title}</h3>
        {count < most && (
          <Button size="compact-xs" variant="default" onClick={add}>
            Add {one}
          </Button>
        )}
      </div>
      {form.errors[field] && (
        <p className={styles.problem} role="alert">
          {form.errors[field]}
        </p>
      )}
      <ol className={styles.rows}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its inputs take their values from the form
          <li key={index} className={styles.row}>
            {columns.map((column) => (
              <Cell
                key={column.key}
                name={cellName(field, index, column.key)}
                column={column}
                of={`${one} ${index + 1}`}
                isOnly={columns.length === 1}
                settings={settings}
              />
            ))}
            <Button.Group className={styles.rowButtons}>
              {count > 1 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={index === 0}
                  onClick={() => settings.raiseRow(field, index)}
                >
                  Up
                  <span className="visually-hidden">
                    {' '}
                    {one} {index + 1}
                  </span>
                </Button>
              )}
              <Button size="compact-xs" variant="default" onClick={() => settings.removeRow(field, index)}>
                Remove
                <span className="visually-hidden">
                  {' '}
                  {one} {index + 1}
                </span>
              </Button>
            </Button.Group>
          </li>
        ))}
      </ol>
      {count === 0 && <p className={styles.none}>None.</p>}
    </section>
  );
}
