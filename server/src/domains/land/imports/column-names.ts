import type { LandLineField } from '@banbo/contract';
import type { ColumnNames } from '#lib/table-file/name-columns.ts';

/** Spaces in a pattern match any separator, as in `plot_no`. */
const named = (pattern: string): RegExp => new RegExp(`^(?:${pattern.replaceAll(' ', '[ ._/-]*')})$`, 'i');

/** Column names of registers; narrower ones come before those that would take their columns. */
export const COLUMN_NAMES: Partial<ColumnNames<LandLineField>> = {
  kin_mobile_number: [named("(next of kin|nok|kin)(’s|'s)? (mobile|phone|tel|contact)?( number| no)?\\.?")],
  kin_relationship: [named('((next of kin|nok|kin) )?relation(ship)?')],
  next_of_kin: [named('(next of kin|nok|kin)( name)?')],
  reference_mobile_number: [named("ref(erence|eree)?( person)?(’s|'s)? (mobile|phone|tel|contact)( number| no)?\\.?")],
  reference_person: [named('ref(erence|eree)?( person)?( name)?')],
  contact_person_number: [named("contact person(’s|'s)? (mobile|phone|tel|number|no)( number| no)?\\.?")],
  contact_person: [named('contact person( name)?')],
  tenant_code: [named('(tenant|lessee) (code|id)')],
  plot_number: [
    named('plot( number| no| num| id)?\\.?'),
    named('parcel( number| no| id)?\\.?'),
    named('lot( number| no)?\\.?'),
  ],
  block: [named('block( number| no)?\\.?'), named('blk\\.?')],
  zone: [named('zone( name)?'), named('(layout|sector|area name|locality|suburb|community)')],
  land_use: [named('(land )?use'), named('land ?use( type)?'), named('purpose')],
  owner_kind: [named("(owner|ownership|land|tenure)(’s|'s)? (kind|type)")],
  owner_name: [named("(owner|allodial owner|stool|skin|clan|family)(’s|'s)?( name)?")],
  plan_area: [named('(plot )?(size|area|acreage|acres|hectares|extent)( \\(?(acres?|hectares?|ha|sqm|m2|m²)\\)?)?')],
  boundary: [named('(boundary|geometry|geom|wkt|the geom|polygon|coordinates|corners|shape)')],
  organisation: [named('(organi[sz]ation|company|institution)( name)?')],
  tenant_kind: [named('(tenant|lessee) (type|kind)'), named('person or organi[sz]ation')],
  foreign_share: [/^foreign/i],
  last_name: [named('(last|family) name'), named('surname')],
  first_name: [named('(first|given|fore)( and other)? names?'), named('other names?')],
  tenant_name: [
    named("(tenant|lessee|allottee|grantee|holder|leaseholder)(’s|'s)?( full)?( name)?"),
    named('(full )?names?( of (tenant|lessee|allottee))?'),
  ],
  other_number: [
    named('(other|second|alternative) (mobile|phone|contact)?( number| no)?\\.?'),
    named('(phone|tel|mobile) 2'),
  ],
  contact_number: [
    named('(contact|mobile|phone|cell|telephone|tel)( phone)?( number| no| num)?\\.?'),
    /^(contact|mobile|phone|telephone)/i,
  ],
  nationality: [named('(nationality|citizenship|country)')],
  identification_type: [named('(id|identification|card)( card)? type'), /^type of id/i],
  id_number: [named('(id|identification|card|ghana card|passport|national id)( card)?( number| no)?\\.?')],
  gender: [named('(gender|sex)')],
  date_of_birth: [named('(date of birth|birth date|dob|d\\.?o\\.?b\\.?)')],
  email: [named('e ?mail( address)?')],
  postal_address: [named('(postal )?address'), named('p\\.?o\\.? box')],
  gps_address: [named('(ghana post )?(gps|digital)( address)?')],
  indenture_number: [named('(indenture|lease|deed|document|file)( number| no)?\\.?')],
  commencement: [named('(commencement|commences|lease date|start)( date)?'), /^commenc/i],
  term_years: [named('(lease )?term( \\(?years?\\)?)?'), named('(duration|years|tenure)( \\(?years?\\)?)?')],
  ground_rent: [named('(annual )?(ground )?rent( \\(?ghs\\)?| per annum| p\\.?a\\.?)?'), /^ground rent/i],
  review_percent: [named('(rent )?(review|increase)( rate)? \\(?(%|per ?cent|percent)\\)?')],
  review_years: [named('(rent )?review( period| every)?( \\(?years?\\)?)?')],
  held_from: [named('(held|holding|possession|occupied) (from|since)'), named('transfer date')],
  grantor_capacity: [named('(capacity|grantor capacity|capacity of( the)? grantor)')],
  grantor: [named('(grantor|lessor)( name)?')],
  witnesses: [named('witness(es)?')],
};
