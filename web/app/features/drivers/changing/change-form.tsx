import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { FormArea } from '~/components/form/form-area.tsx';
import { AlsoChanges } from './also-changes.tsx';
import { ChangeFields } from './change-fields.tsx';
import styles from './changing.module.css';
import type { DriverChangeForm } from './use-change-form.ts';

const NOTHING = 'Nothing is changed yet.';

/** All fields of a driver, and the reason why some of them change. */
export function ChangeForm({ driver, change }: { driver: Driver; change: DriverChangeForm }) {
  const { form, field, submit, late, changed, isNothing, changesPerson } = change;
  const words = changed.length === 0 ? NOTHING : `You are changing: ${changed.join(', ')}.`;
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <ChangeFields field={field} dateIssued={form.values.date_issued} />
      <div className={styles.end}>
        <p role="status" className={late || isNothing ? styles.late : undefined}>
          {isNothing ? NOTHING : late}
        </p>
        {!isNothing && <p className={styles.changed}>{words}</p>}
        {changesPerson && <AlsoChanges driver={driver} />}
        <FormArea
          {...form.field('reason')}
          label="Reason"
          hint="Why it changes. Stays with the record, with the values before and after."
          rows={2}
          maxLength={300}
          required
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={form.isBusy}>
            Update
          </Button>
          <Button component={Link} to={`/view_driver/${driver.id}`} variant="default">
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
