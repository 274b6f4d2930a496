import {
  type DriverSummary,
  formatPhone,
  fullName,
  generalSearch,
  normalizeCarNumber,
  shownName,
} from '@banbo/contract';
import { Box, Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ApiError, call, isNotFound } from '~/lib/api/api.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { fieldId } from '~/lib/form/check-by.ts';

type Search = { driver_code: string; mobile_number: string; car_number: string; name?: string };

/** Characters of a car number that a search takes. */
const MAX_CAR_NUMBER = 20;
/** A car number begins with the region's letters; as few letters may also begin a name. */
const REGION_LETTERS = 2;

/** The search field for a text: driver code, mobile number, car number or, if longer, name. */
const searchOf = (text: string): Search => {
  const given = text.trim();
  const nothing = { driver_code: '', mobile_number: '', car_number: '' };
  if (/^drv/i.test(given)) return { ...nothing, driver_code: given };
  if (/^\(?(?:\+|0|233)[\d\s().\p{Pd}/]{2,}$/u.test(given)) return { ...nothing, mobile_number: given };
  return /\d/.test(given) || given.length <= REGION_LETTERS
    ? { ...nothing, car_number: given }
    : { ...nothing, name: given };
};

/** True if the text is the driver's whole code or car number, which another's may begin with. */
export const isNamed = ({ driver_code, car_number }: DriverSummary, text: string): boolean =>
  driver_code === text.trim().toUpperCase() || normalizeCarNumber(car_number) === normalizeCarNumber(text);

/**
 * Finds drivers by the start of a code, mobile number, car number or name. A word that matches no
 * name may be a personal plate. Throws `ApiError`.
 */
export const findDrivers = async (text: string): Promise<readonly DriverSummary[]> => {
  const { name, ...numbers } = searchOf(text);
  const find = async (body: Search) => (await call(generalSearch, { body })).driver;
  if (name === undefined) return find(numbers);
  return find({ ...numbers, name }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404 || name.length > MAX_CAR_NUMBER) throw error;
    return find({ ...numbers, car_number: name });
  });
};

type Props = {
  name: string;
  label?: string;
  error?: string | undefined;
  /** True for the first field of a question, which has the focus when that opens. */
  isFirst?: boolean;
  /** The driver to look for at once. */
  asked?: string;
  /** Returns the message at the field if the driver cannot be chosen, else undefined. */
  refusalOf?: (driver: DriverSummary) => string | undefined;
  /** Takes the driver. The finder is busy meanwhile, and keeps the typed text if this fails. */
  onFound: (driver: DriverSummary) => unknown;
};

const noMatch = (text: string): string =>
  `No match for ‘${text.trim()}’. Try a plate, a mobile number, a driver code or part of a name.`;

/** The drivers found; none where no driver matches. Throws `ApiError`. */
const matchesOf = (text: string): Promise<readonly DriverSummary[]> =>
  findDrivers(text).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });

const ROW = { variant: 'subtle', color: 'gray', c: 'var(--ink)', fullWidth: true, justify: 'start', fw: 400 } as const;

/** Finds a driver. Takes a single match or a whole number at once; else the person chooses. */
export function DriverFinder({
  name,
  label = 'Find the driver',
  error,
  isFirst = false,
  asked = '',
  refusalOf,
  onFound,
}: Props) {
  const [text, setText] = useState(asked);
  const [matches, setMatches] = useState<readonly DriverSummary[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const taking = useAction({
    run: async (found: DriverSummary) => onFound(found),
    onDone: () => {
      setText('');
      setMatches([]);
    },
  });
  const take = async (found: DriverSummary): Promise<unknown> => {
    const told = refusalOf?.(found);
    setRefusal(told);
    return told === undefined && taking.mutateAsync(found).catch(() => undefined);
  };
  const find = useAction({
    isOfEveryPage: true,
    run: async () => ({ text, found: await matchesOf(text) }),
    onDone: async ({ text, found }) => {
      const exact = found.filter((driver) => isNamed(driver, text));
      const [only, another] = exact.length > 0 ? exact : found;
      setMatches(found);
      setRefusal(found.length === 0 ? noMatch(text) : undefined);
      if (only && !another) await take(only);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wanted driver is searched once
  useEffect(() => {
    if (asked) find.mutate();
  }, []);
  /** Goes from the field to the drivers found, and from one to the next, or back. */
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const down = event.key === 'ArrowDown';
    if (!down && event.key !== 'ArrowUp') return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (down ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Keeps Enter from sending the form around it.
    event.preventDefault();
    find.mutate();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from field to list
    <div onKeyDown={step}>
      <TextInput
        maw="30rem"
        id={fieldId(name)}
        label={label}
        description="By driver code, mobile number, car number or name"
        value={text}
        error={refusal ?? error}
        errorProps={{ role: 'alert' }}
        // Within the field, the button stays beside its input, whatever stands below that.
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <Box flex={1}>{input}</Box>
            <Button variant="default" loading={find.isPending || taking.isPending} onClick={() => find.mutate()}>
              Find
            </Button>
          </Group>
        )}
        data-autofocus={isFirst || undefined}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setRefusal(undefined);
        }}
        onKeyDown={onKey}
      />
      {matches.length > 1 && (
        <Box
          component="ul"
          className="card"
          {...{ maw: '44rem', mah: '16rem', mt: 'xs', p: 4 }}
          style={{ overflow: 'auto' }}
          aria-label="Drivers found"
        >
          {matches.map((driver) => (
            <li key={driver.id}>
              <Button className="wraps" {...ROW} onClick={() => void take(driver)}>
                <strong>{shownName(fullName(driver))}</strong>
                <span>{driver.car_number}</span>
                <span>{driver.driver_code}</span>
                <span>{formatPhone(driver.mobile_number)}</span>
              </Button>
            </li>
          ))}
        </Box>
      )}
    </div>
  );
}
