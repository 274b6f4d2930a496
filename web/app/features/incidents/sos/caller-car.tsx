import type { CallerCar } from '~/lib/sos/kept-call.ts';
import styles from './sos.module.css';
import type { SosCaller } from './use-caller.ts';

const FIELDS = [
  { name: 'car_number', label: 'Car Number', placeholder: 'GR 1234-20' },
  { name: 'driver_code', label: 'Driver Code', placeholder: 'DRV000001A' },
] as const;

type FormProps = { typed: CallerCar; onType: (typed: CallerCar) => void; problem: string | null };

/** Asks a caller without a session for car number and driver code. */
export function CallerForm({ typed, onType, problem }: FormProps) {
  return (
    <div className={styles.caller}>
      {FIELDS.map(({ name, label, placeholder }) => (
        <label key={name} className={styles.field}>
          {label}
          <input
            name={name}
            value={typed[name]}
            placeholder={placeholder}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem !== null && typed[name].trim() === ''}
            onChange={({ target }) => onType({ ...typed, [name]: target.value.toUpperCase() })}
          />
        </label>
      ))}
    </div>
  );
}

/** The car that the call is for: the one car, or a choice of several. */
export function CarOfCall({ caller: { cars, isMember, choose, forget } }: { caller: SosCaller }) {
  const [first] = cars;
  if (!first) return null;
  if (cars.length > 1)
    return (
      <select
        className={styles.choice}
        aria-label="Car"
        value={first.driver_code}
        onChange={({ target }) => choose(target.value)}
      >
        {cars.map(({ driver_code, car_number }) => (
          <option key={driver_code} value={driver_code}>
            {car_number}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <strong className={styles.car}>{first.car_number}</strong>
      {!isMember && (
        <button type="button" className={styles.barLink} onClick={forget}>
          Not your car?
        </button>
      )}
    </>
  );
}
