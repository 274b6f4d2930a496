import {
  fromPesewas,
  GENDERS,
  type LandMapping,
  namesInPlace,
  readTenantCode,
  TENANT_KIND_LABELS,
  TENANT_SECTIONS,
  TenancyTerms,
  type TenantFields,
  type TenantKind,
  today,
  writtenIdNumber,
} from '@banbo/contract';
import { cardRemark, documentProblem, type readDriverLists } from '#domains/drivers';
import { readAmount } from '#lib/table-file/read-amount.ts';
import { choicesOf, hasSeveralPhones } from '#lib/table-file/read-cell.ts';
import { upper } from '#lib/values.ts';
import type { LineCells } from './line-cells.ts';

export type PeopleLists = Awaited<ReturnType<typeof readDriverLists>>;

/** A tenant of a line: one of this office by the code, or all that the line says of one. */
export type ReadTenant = { code: string; name: string } | { code: null; fields: TenantFields; remarks: string[] };

export type ReadTenancy = TenancyTerms & { held_from: string };

const KINDS = choicesOf(Object.keys(TENANT_KIND_LABELS) as TenantKind[], {
  ...{ individual: 'person', private: 'person', company: 'organisation', organization: 'organisation' },
  ...{ corporate: 'organisation', institution: 'organisation' },
});
const GENDER_CHOICES = choicesOf(GENDERS, { M: 'Male', F: 'Female' });

/** Words in the name of an organisation. */
const OF_ORGANISATION = new RegExp(
  `\\b(?:${[
    'ltd|limited|company|co|plc|inc|enterprises?|ventures|services|industries|group|holdings|farms|estates?|hotel|bank',
    'church|mission|ministry|ministries|chapel|mosque|temple|parish|diocese|school|college|university|institute|academy',
    'hospital|clinic|association|society|union|foundation|trust|cooperative|assembly|authority|commission|council',
  ].join('|')})\\b`,
  'i',
);

const { personal, contact, kin, reference } = TENANT_SECTIONS;

/** A full name in its two parts; a comma stands behind the last name, whatever the order. */
const partsOf = (name: string, order: LandMapping['name_order']): [first: string, last: string] => {
  const [last = '', given] = name.split(',');
  if (given !== undefined) return [given.trim(), last.trim()];
  const words = name.split(' ').filter((word) => word !== '');
  return order === 'last'
    ? [words.slice(1).join(' '), words[0] ?? '']
    : [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
};

const nameOf = (line: LineCells, order: LandMapping['name_order']) => {
  const [full, organisation] = [line.cell('tenant_name'), line.cell('organisation')];
  const hasParts = line.cell('first_name') !== '' || line.cell('last_name') !== '';
  const isGuessed = organisation === '' && !hasParts && OF_ORGANISATION.test(full);
  const usual: TenantKind = organisation !== '' || isGuessed ? 'organisation' : 'person';
  const kind = line.choice('tenant_kind', KINDS, usual) ?? usual;
  if (kind === 'organisation') {
    const name = organisation || full || [line.cell('first_name'), line.cell('last_name')].join(' ').trim();
    const field = organisation === '' ? 'tenant_name' : 'organisation';
    const isTold = !isGuessed || line.cell('tenant_kind') !== '';
    return { kind, first_name: '', last_name: line.name(field, personal.last_name, name), isTold };
  }
  const [first, last] = partsOf(full, order);
  const names = namesInPlace({
    first_name: line.name('first_name', personal.first_name, line.cell('first_name') || first),
    last_name: line.name('last_name', personal.last_name, line.cell('last_name') || last),
  });
  return { kind, ...names, isTold: true };
};

/** The ID number as it is stored, by its type; null for both where the line lacks one of them. */
const readId = (line: LineCells, lists: PeopleLists) => {
  const type = line.choice('identification_type', lists.identification_type);
  const number = line.checked('id_number', personal.id_number, line.cell('id_number'));
  if (type === null || number === null) return { identification_type: null, id_number: null, isHalf: type !== number };
  const problem = documentProblem(type, number, lists.number_masks.get(type) ?? null);
  if (problem) line.say('id_number', problem);
  return { identification_type: type, id_number: upper(writtenIdNumber(type, number)), isHalf: false };
};

const readFields = (line: LineCells, mapping: LandMapping, lists: PeopleLists): ReadTenant => {
  const { isTold, ...name } = nameOf(line, mapping.name_order);
  const nationality = line.choice('nationality', lists.nationality, mapping.default_nationality);
  const contact_number = line.phone('contact_number', contact.contact_number);
  line.need({
    ...(name.kind === 'person' ? { first_name: name.first_name } : { organisation: name.last_name }),
    ...{ contact_number, nationality },
  });
  const { isHalf, ...id } = readId(line, lists);
  const share = line.whole('foreign_share', personal.foreign_share);
  const usualShare = nationality === 'GHANAIAN' ? 0 : 100;
  const remarks = [
    !isTold && 'Read as an organisation because of its name.',
    name.kind === 'organisation' && share === null && `No foreign share is given: ${usualShare}% is assumed.`,
    isHalf && 'The ID type or the ID number is missing, so both are left out.',
    cardRemark({ ...id, nationality }),
    hasSeveralPhones(line.cell('contact_number')) && 'Of several contact numbers the first is taken.',
  ];
  return {
    code: null,
    remarks: remarks.filter((remark) => typeof remark === 'string'),
    fields: {
      ...name,
      gender: line.choice('gender', GENDER_CHOICES),
      date_of_birth: line.checked('date_of_birth', personal.date_of_birth, line.day('date_of_birth') ?? ''),
      nationality: nationality ?? '',
      foreign_share: name.kind === 'person' ? null : (share ?? usualShare),
      ...id,
      contact_number: contact_number ?? '',
      other_number: line.phone('other_number', contact.other_number),
      email: String(line.checked('email', contact.email, line.cell('email')) ?? '').toLowerCase(),
      postal_address: line.checked('postal_address', contact.postal_address, line.cell('postal_address')) ?? '',
      gps_address: line.name('gps_address', contact.gps_address),
      next_of_kin: line.name('next_of_kin', kin.next_of_kin),
      kin_mobile_number: line.phone('kin_mobile_number', kin.kin_mobile_number),
      kin_relationship: line.choice('kin_relationship', lists.kin_relationship),
      contact_person: line.name('contact_person', reference.contact_person),
      contact_person_number: line.phone('contact_person_number', reference.contact_person_number),
      reference_person: line.name('reference_person', reference.reference_person),
      reference_mobile_number: line.phone('reference_mobile_number', reference.reference_mobile_number),
    },
  };
};

const OF_TENANT = ['tenant_code', 'tenant_name', 'first_name', 'last_name', 'organisation'] as const;
const OF_TENANCY = ['indenture_number', 'commencement', 'term_years', 'ground_rent'] as const;

const NO_CODE =
  'is not a tenant code of this office. Codes of another register are not read. Please leave the column “Tenant code” unchosen.';

/** Reads the tenant of a line; null where the line names none, or where a problem was said. */
const readTenant = (line: LineCells, mapping: LandMapping, lists: PeopleLists): ReadTenant | null => {
  const typed = line.cell('tenant_code');
  if (typed === '') return readFields(line, mapping, lists);
  const code = readTenantCode(typed);
  if (code === null) return line.say('tenant_code', `“${typed.slice(0, 30)}” ${NO_CODE}`);
  const name = nameOf(line, mapping.name_order);
  return { code, name: [name.first_name, name.last_name].filter((part) => part !== '').join(' ') };
};

const readRent = (line: LineCells): string | null => {
  const text = line.cell('ground_rent');
  if (text === '') return null;
  const { pesewas, problem } = readAmount(text);
  if (pesewas === null) return line.say('ground_rent', problem);
  return pesewas < 0n ? line.say('ground_rent', 'It is below zero.') : fromPesewas(pesewas);
};

const readPercent = (line: LineCells): string | null => {
  const text = line.cell('review_percent').replace(/ ?%$/, '');
  const number = Number(text);
  if (text === '' || number === 0) return null;
  const written = Number.isFinite(number) ? number.toFixed(2) : text;
  return line.checked('review_percent', TenancyTerms.shape.review_percent, written);
};

const readTerms = (line: LineCells, now: Date): ReadTenancy | null => {
  const { shape } = TenancyTerms;
  const text = (field: 'grantor' | 'grantor_capacity' | 'witnesses') =>
    line.checked(field, shape[field], line.cell(field)) ?? '';
  const indenture_number = line.name('indenture_number', shape.indenture_number);
  const commencement = line.day('commencement');
  const term_years = line.whole('term_years', shape.term_years);
  const ground_rent = readRent(line);
  line.need({ indenture_number, commencement, term_years, ground_rent });
  const review_years = line.cell('review_years') === '0' ? null : line.whole('review_years', shape.review_years);
  const review_percent = readPercent(line);
  if (review_percent !== null && review_years === null)
    line.say('review_years', 'Please say after how many years the rent is reviewed.');
  const held_from = line.day('held_from') ?? commencement;
  if (held_from !== null && held_from > today(now)) line.say('held_from', 'It is in the future.');
  if (indenture_number === '' || !commencement || !held_from || term_years === null || ground_rent === null)
    return null;
  return {
    ...{ indenture_number, commencement, term_years, ground_rent, review_years, review_percent, held_from },
    ...{ grantor: text('grantor'), grantor_capacity: text('grantor_capacity'), witnesses: text('witnesses') },
  };
};

/**
 * Reads who holds the plot of a line and how; null where the line names nobody. Says what is
 * missing of a tenant or a tenancy that stands half in the line.
 */
export const readHolding = (
  line: LineCells,
  { mapping, lists, now }: { mapping: LandMapping; lists: PeopleLists; now: Date },
): { tenant: ReadTenant; tenancy: ReadTenancy } | null => {
  const hasTenant = OF_TENANT.some((field) => line.cell(field) !== '');
  const told = OF_TENANCY.find((field) => line.cell(field) !== '');
  if (!hasTenant) {
    if (told) line.say('tenant_name', 'It is missing, though the line has a tenancy.');
    return null;
  }
  const tenant = readTenant(line, mapping, lists);
  const tenancy = readTerms(line, now);
  return tenant && tenancy && { tenant, tenancy };
};
