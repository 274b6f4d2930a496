import { Button } from '@mantine/core';
import { useBack } from '~/lib/last-page.ts';
import styles from './prices.module.css';

type Props = {
  /** The label of the button that sends the form. */
  action: string;
  isBusy: boolean;
  /** The list that Cancel leads to where there is no page to go back to. */
  list: string;
};

/** The buttons under a form: send it, or go back. */
export function FormButtons({ action, isBusy, list }: Props) {
  const goBack = useBack(list);
  return (
    <div className={styles.buttons}>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
      <Button variant="default" onClick={goBack}>
        Cancel
      </Button>
    </div>
  );
}
