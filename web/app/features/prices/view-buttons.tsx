import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import styles from './prices.module.css';

/** The buttons under an entry that is shown: edit it, for those who may set prices, or go to the list. */
export function ViewButtons({ edit, list }: { edit: string; list: string }) {
  const { can } = useAbility();
  return (
    <div className={styles.buttons}>
      {can('prices.change') && (
        <Button component={Link} to={edit}>
          Edit
        </Button>
      )}
      <Button component={Link} to={list} variant="default">
        Cancel
      </Button>
    </div>
  );
}
