import { namesInPlace, phoneAnywhere, type TenantFields } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { isIdentification, isNationality, isRelationship } from '#domains/lookups';
import { Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import type { StoredFields } from './tenants.repo.ts';

/** Fields of a tenant as they are sent; JSON has no undefined ones. */
type GivenFields = { [Field in keyof TenantFields]?: TenantFields[Field] | undefined };

/** Names and choices, which are stored in uppercase. */
const IN_UPPERCASE = [
  ...['last_name', 'first_name', 'nationality', 'identification_type', 'id_number', 'gps_address'],
  ...['next_of_kin', 'kin_relationship', 'contact_person', 'reference_person'],
];
const PHONES = [
  ...['contact_number', 'other_number', 'kin_mobile_number', 'contact_person_number', 'reference_mobile_number'],
];

type Names = Pick<TenantFields, 'kind' | 'first_name' | 'last_name'>;

/** A change with both names where it has one, since an only name is always the first. */
export const withBothNames = (tenant: Names, given: GivenFields): GivenFields => {
  const { kind, first_name, last_name } = tenant;
  const isOfName = ['kind', 'first_name', 'last_name'].some((name) => name in given);
  return isOfName ? { kind, first_name, last_name, ...given } : given;
};

/**
 * Fields of an applicant as they are stored: names in uppercase, each where it was typed, since the
 * other may still follow; phones in E.164.
 */
export const applicantFields = <Given extends GivenFields>(
  given: Given,
): Pick<StoredFields, keyof Given & keyof StoredFields> => {
  const entries = Object.entries(given).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    if (IN_UPPERCASE.includes(name)) return [name, upper(value)];
    return [name, PHONES.includes(name) ? phoneAnywhere(value) : value.trim()];
  });
  return Object.fromEntries(entries);
};

/** Fields of a tenant as they are stored: as an applicant's, a person's only name as the first. */
export const storedFields = <Given extends GivenFields>(
  given: Given,
): Pick<StoredFields, keyof Given & keyof StoredFields> => {
  const stored = applicantFields(given);
  const isWholeName = given.kind === 'person' && 'first_name' in given && 'last_name' in given;
  return isWholeName ? { ...stored, ...namesInPlace(stored) } : stored;
};

/** The fields whose choice is not in its list, with sentences. */
export const unlistedFields = async (db: Db, given: GivenFields): Promise<[field: string, message: string][]> => {
  const { nationality, identification_type, kin_relationship } = given;
  const wrong: [string, string][] = [];
  if (nationality && !(await isNationality(db, upper(nationality))))
    wrong.push(['nationality', 'Please choose the nationality from the list.']);
  if (identification_type && !(await isIdentification(db, upper(identification_type))))
    wrong.push(['identification_type', 'Please choose the identification type from the list.']);
  if (kin_relationship && !(await isRelationship(db, upper(kin_relationship))))
    wrong.push(['kin_relationship', 'Please choose the relationship from the list.']);
  return wrong;
};

/** Refused with 400 `invalid_input` where a choice is not in its list. */
export const refuseUnlisted = async (db: Db, given: GivenFields): Promise<void> => {
  const wrong = await unlistedFields(db, given);
  const [first] = wrong;
  if (!first) return;
  const issues = wrong.map(([field, message]) => ({ path: `body.${field}`, message }));
  throw new Refusal('invalid_input', first[1], { issues });
};
