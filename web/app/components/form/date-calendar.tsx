import '@mantine/dates/styles.css';
import { today } from '@banbo/contract';
import { MantineContext, MantineProvider, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useContext } from 'react';
import { theme } from '~/lib/mantine-theme.ts';
import styles from './date-calendar.module.css';

export type DateCalendarProps = {
  day: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
};

const LABELS = { previousMonth: 'Month before', nextMonth: 'Month after', monthLevelControl: 'Month and year' };

/** Escape closes the calendar, and not the dialog that it stands over. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': true };

function Calendar({ day, min, max, onPick, onClose }: DateCalendarProps) {
  const now = today();
  const isWithin = (one: string) => (min === undefined || one >= min) && (max === undefined || one <= max);
  const shown = day ?? (isWithin(now) ? now : (max ?? min ?? now));
  const pick = (picked: string) => {
    onPick(picked);
    onClose();
  };
  return (
    <Popover
      opened
      trapFocus
      withRoles={false}
      hideDetached={false}
      position="bottom-end"
      onChange={(opened) => !opened && onClose()}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} role="dialog" aria-label="Calendar">
        <DatePicker
          __stopPropagation
          withNativeLevelSelect
          size="sm"
          highlightToday
          maxLevel="month"
          classNames={{ day: styles.day }}
          ariaLabels={LABELS}
          value={day ?? null}
          defaultDate={shown}
          minDate={min ?? '1900-01-01'}
          maxDate={max ?? `${Number(now.slice(0, 4)) + 20}-12-31`}
          getDayProps={(one) => (one === shown ? { 'data-autofocus': true } : {})}
          onChange={(picked) => picked && pick(picked)}
        />
        <div className={styles.ends}>
          {isWithin(now) && (
            <button type="button" {...OWN_ESCAPE} onClick={() => pick(now)}>
              Today
            </button>
          )}
          {day && (
            <button type="button" {...OWN_ESCAPE} onClick={() => pick('')}>
              Clear
            </button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A month's days to choose from; on public pages with the library that the office has already. */
export function DateCalendar(props: DateCalendarProps) {
  const hasLibrary = useContext(MantineContext) !== null;
  if (hasLibrary) return <Calendar {...props} />;
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Calendar {...props} />
    </MantineProvider>
  );
}
