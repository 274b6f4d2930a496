import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { FormArea } from '~/components/form/form-area.tsx';
import { AlsoChanges } from './also-changes.tsx';
import { ChangeFields } from './change-fields.tsx';
import styles from './changing.module.css';
import { useChangeForm } from './use-change-form.ts';

/** All fields of a driver, and the reason why some of them change. */
export function ChangeForm({ driver }: { driver: Driver }) {
  const navigate = useNavigate();
  const record = `/view_driver/${driver.id}`;
  const { form, field, submit, late, changed, changesPerson } = useChangeForm(
    driver,
    () => void navigate(record, { replace: true }),
  );
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <ChangeFields field={field} dateIssued={form.values.date_issued} />
      <div className={styles.end}>
        <p role="status" className={late ? styles.late : undefined}>
          {late}
        </p>
        <p className={styles.changed}>
          {changed.length === 0 ? 'Nothing is changed yet.' : `You are changing: ${changed.join(', ')}.`}
        </p>
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
          <Button component={Link} to={record} variant="default">
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
