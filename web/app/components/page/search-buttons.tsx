import { Button } from '@mantine/core';
import searchForm from './search-form.module.css';

type Props = { isBusy: boolean; onCancel: () => void };

/** The buttons behind the fields of a search: Search, and Cancel, which empties the results. */
export const SearchButtons = ({ isBusy, onCancel }: Props) => (
  <div className={searchForm.buttons}>
    <Button type="submit" loading={isBusy}>
      Search
    </Button>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);
