import { CALLING_WORDS, isSettingOfTwo, SITE_FIELDS, type SiteField } from '@banbo/contract';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { fieldId } from '~/lib/form/check-by.ts';
import { cellName, type ListField, rowCount, type SettingColumn, settingList } from './setting-lists.ts';
import styles from './setup.module.css';
import type { Settings } from './use-settings.ts';

const isSetting = (name: string): name is SiteField => (SITE_FIELDS as readonly string[]).includes(name);

type RowListProps = { field: ListField; settings: Settings };

type CellProps = { name: string; column: SettingColumn; of: string; isOnly: boolean; settings: Settings };

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
    // The list's heading names it.
    ...(isOnly && { labelProps: { className: 'visually-hidden' } }),
    ...(help && { placeholder: help }),
  };
  if (kind === 'choice') return <NativeSelect {...input} data={[...(choices ?? [])]} data-column={key} />;
  return <TextInput {...input} maxLength={maxLength} autoComplete="off" data-column={key} />;
}

/** Says that a change of the setting waits for another person, or will. */
function ApprovalNote({ field, settings: { waiting } }: { field: SiteField; settings: Settings }) {
  const asked = waiting.find((one) => one.field === field);
  if (!(asked || isSettingOfTwo(field, ''))) return null;
  if (!asked) return <p className="muted small">A change waits for approval by another person.</p>;
  return (
    <WaitingApproval id={asked.approval_id} isSmall>
      Waits for approval: {asked.after}. Until then it stays as it is
    </WaitingApproval>
  );
}

/** A setting with several entries: a row of inputs for each, to add, remove and move up. */
function RowList({ field, settings }: RowListProps) {
  const { title, one, most, columns } = settingList(field);
  const { form } = settings;
  const count = rowCount(form.values, field);
  const add = () => {
    const empty = columns.map(({ key, kind, choices }) => [key, kind === 'tick' ? false : (choices?.[0]?.value ?? '')]);
    settings.addRow(field, Object.fromEntries(empty));
    form.focus(cellName(field, count, columns[0]?.key ?? ''));
  };
  return (
    <section className={`stack tight ${styles.list}`} aria-label={title} data-list={field}>
      <div className="row tight apart">
        <h3 className="small">{title}</h3>
        {count < most && (
          <Button size="compact-xs" variant="default" onClick={add}>
            Add {one}
          </Button>
        )}
      </div>
      <ApprovalNote field={field} settings={settings} />
      {form.errors[field] && (
        <p className="problem small" role="alert">
          {form.errors[field]}
        </p>
      )}
      <ol className="stack tight">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <li key={index} className={`row ${styles.row}`}>
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
      {count === 0 && <p className="muted small">None.</p>}
    </section>
  );
}

export type PreviewPart = 'footer' | 'contact' | 'payment' | 'plans';

type GroupProps = { title: string; shows: PreviewPart; onShow: (shown: PreviewPart) => void; children: ReactNode };

/** A group of settings. While it has the focus, the preview shows where visitors see it. */
function Group({ title, shows, onShow, children }: GroupProps) {
  return (
    <section className="card stack close" aria-label={title} onFocus={() => onShow(shows)}>
      <h2 className="large">{title}</h2>
      {children}
    </section>
  );
}

type Props = { settings: Settings; onShow: (shown: PreviewPart) => void };

export function SettingGroups({ settings, onShow }: Props) {
  const { form } = settings;
  const input = (name: string, label: string, maxLength: number) => (
    <div>
      <TextInput {...form.input(name)} label={label} maxLength={maxLength} autoComplete="off" size="xs" />
      {isSetting(name) && <ApprovalNote field={name} settings={settings} />}
    </div>
  );
  return (
    <>
      <Group title="Name and office" shows="footer" onShow={onShow}>
        <div className={`tiles ${styles.fields}`}>
          {input('company_name', 'Company name', 80)}
          {input('email', 'E-mail', 254)}
          {input('office_location', 'Office address', 200)}
          {input('gps_address', 'GPS address', 40)}
        </div>
        <RowList field="mobile_numbers" settings={settings} />
        <RowList field="social_links" settings={settings} />
      </Group>
      <Group title="Receipts" shows="payment" onShow={onShow}>
        <p className="muted small">New receipts show these; those that were issued stay as they are.</p>
        <div className={`tiles ${styles.fields}`}>{input('tin', 'TIN of the company', 19)}</div>
        <RowList field="taxes" settings={settings} />
      </Group>
      <Group title="Waivers" shows="payment" onShow={onShow}>
        <p className="muted small">
          Where money was paid towards a fee, the server waives what is missing of it up to this amount, such as a
          network’s charge. GHS 10.00 at most; 0.00 waives nothing.
        </p>
        <div className={`tiles ${styles.fields}`}>
          <TextInput
            {...form.input('waive_up_to')}
            label="Waived by the server up to (GHS)"
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
            size="xs"
          />
        </div>
        <ApprovalNote field="waive_up_to" settings={settings} />
        <p className="muted small">
          A change that lowers what is owed without money, such as another plan for past months, waits for another
          person once somebody has given up more than this in a day. GHS 1,000.00 at most; with 0.00 each one waits.
        </p>
        <div className={`tiles ${styles.fields}`}>
          {input('forgive_limit', 'Given up by one person in a day up to (GHS)', 8)}
        </div>
        <ApprovalNote field="forgive_limit" settings={settings} />
      </Group>
      <Group title="Expenses" shows="payment" onShow={onShow}>
        <p className="muted small">
          An expense above the limit is posted once another person has approved it. The float is the cash that the
          office keeps for small expenses.
        </p>
        <div className={`tiles ${styles.fields}`}>
          {input('expense_limit', 'Expenses without approval up to (GHS)', 15)}
          {input('petty_cash_float', 'Float of the petty cash (GHS)', 15)}
        </div>
        <Checkbox
          label="The company is registered for VAT and reclaims the input tax of its expenses"
          checked={form.values.reclaims_input_tax === true}
          onChange={(event) => form.setFieldValue('reclaims_input_tax', event.currentTarget.checked)}
        />
        <ApprovalNote field="reclaims_input_tax" settings={settings} />
      </Group>
      <Group title="Emergencies" shows="contact" onShow={onShow}>
        <RowList field="emergency_numbers" settings={settings} />
        <p className="muted small">
          A call for help that nobody acknowledges rings at the next person on shift, and at last the supervisors get a
          text message.
        </p>
        <div className={`tiles ${styles.fields}`}>
          {input('ring_seconds', 'Seconds until a call for help is passed on', 3)}
        </div>
        <RowList field="supervisor_numbers" settings={settings} />
        <p className="muted small">
          A text message of a driver to the company’s number calls for help with {CALLING_WORDS.join(', ')} or one of
          these words anywhere in it. Its other texts stand on the board as ‘Wrote, look’.
        </p>
        <Textarea
          {...form.input('calling_words')}
          label="Further calling words, with commas between them"
          rows={4}
          autoComplete="off"
          size="xs"
        />
      </Group>
      <Group title="The owner’s evening message" shows="footer" onShow={onShow}>
        <p className="muted small">
          Once a day, in one text message: cash and MoMo taken, the difference of counted cash, claims waiting,
          emergencies, the last backup, and the last hash of the books. Choose an hour after the office closes.
        </p>
        <RowList field="owner_numbers" settings={settings} />
        <RowList field="owner_emails" settings={settings} />
        <div className={`tiles ${styles.fields}`}>
          {input('owner_message_hour', 'Hour from which it is sent, 16 to 23', 2)}
        </div>
      </Group>
      <Group title="Mobile money" shows="payment" onShow={onShow}>
        <RowList field="momo_merchants" settings={settings} />
        <RowList field="momo_numbers" settings={settings} />
        <RowList field="networks" settings={settings} />
        <div className={`tiles ${styles.fields}`}>
          {input('missing_money_days', 'Days before a fee whose money is on no statement may be taken back', 2)}
        </div>
      </Group>
      <Group title="Plans" shows="plans" onShow={onShow}>
        <RowList field="plan_features" settings={settings} />
      </Group>
      <Group title="Trackers" shows="footer" onShow={onShow}>
        <p className="muted small">
          Positions of cars are deleted after the days they are kept. Before that they are thinned: starts, stops and
          alarms stay, and one position every 30 seconds.
        </p>
        <div className={`tiles ${styles.fields}`}>
          {input('places_kept_days', 'Days for which positions are kept', 4)}
          {input('places_whole_days', 'Days until positions are thinned', 2)}
          {input('silent_minutes', 'Minutes without a report until a tracker is silent', 5)}
          {input('bundle_days', 'Days before a data bundle ends to remind of it', 2)}
        </div>
      </Group>
      <Group title="Members and maps" shows="footer" onShow={onShow}>
        <Checkbox
          label="Members may sign in: the home page’s Login leads to it"
          checked={form.values.member_signin_open === true}
          onChange={(event) => form.setFieldValue('member_signin_open', event.currentTarget.checked)}
        />
        <div className={`tiles ${styles.fields}`}>
          <TextInput
            {...form.input('base_map.url')}
            label="Base map: address of its tiles"
            placeholder="https://…/{z}/{x}/{y}.png. Empty: the built-in outline"
            maxLength={300}
            autoComplete="off"
            size="xs"
          />
          {input('base_map.attribution', 'Attribution on the map', 200)}
        </div>
      </Group>
    </>
  );
}
