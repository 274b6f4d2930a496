import {
  DISPATCH_STATUS_LABELS,
  formatInstant,
  formatPhone,
  INCIDENT_GRADE_LABELS,
  INCIDENT_SOURCE_LABELS,
  INCIDENT_STATUS_LABELS,
  type IncidentRecord,
  packPage,
  placeOwner,
  type Site,
  shownName,
  trackerLabel,
} from '@banbo/contract';
import {
  BRAND,
  block,
  bold,
  check,
  described,
  fact,
  letterhead,
  makePdf,
  makeRoom,
  numberPages,
  type Sheet,
  widthOf,
} from '#domains/documents';

const MARGIN = 48;
const A4 = { text: 10, small: 9, name: 13, title: 18, label: 130, qr: 92 };
/** Places that a document lists; a car that drove for hours has thousands. */
const MOST_PLACES = 200;

/** Photos that a document shows, the newest. */
export const MOST_PACK_PHOTOS = 20;
const PHOTO_HEIGHT = 300;

type Fact = readonly [label: string, value: string | null];

type Content = {
  /** `2026-0412/1`. */
  number: string;
  made_at: Date;
  made_by: string;
  made_for: string;
  code: string;
  incident: IncidentRecord;
  /** The newest first; one more than are shown where there are more. */
  photos: readonly { at: string; by: string; jpeg: Buffer }[];
  company: Site;
  linksTo: string | null;
};

const heading = (sheet: Sheet, text: string): void => {
  const { pdf, paper } = sheet;
  makeRoom(sheet, 60);
  pdf.y += 10;
  block(sheet, 'H2', () => {
    bold(sheet, paper.name, BRAND).text(text, MARGIN, pdf.y, { width: widthOf(sheet) });
  });
  pdf.y += 4;
};

const at = (instant: string | null): string | null => (instant === null ? null : `${formatInstant(instant)} GMT`);
const by = (instant: string | null, person: string | null): string | null =>
  instant === null ? null : `${at(instant)}${person ? ` by ${person}` : ''}`;

const person = (name: string, phone: string): string =>
  [shownName(name), phone && formatPhone(phone)].filter(Boolean).join(', ');

const factsOf = ({ incident, made_at, made_by, made_for }: Content): Fact[] => [
  ['Made for', made_for],
  ['Made', `${at(made_at.toISOString())} by ${made_by}`],
  ['Kind', `${incident.is_drill ? 'DRILL, ' : ''}${INCIDENT_GRADE_LABELS[incident.grade]}`],
  ['Raised', `${at(incident.raised_at)} by ${INCIDENT_SOURCE_LABELS[incident.source].toLowerCase()}`],
  ['Acknowledged', by(incident.acknowledged_at, incident.acknowledged_by)],
  ['Help sent', at(incident.dispatched_at)],
  ['On scene', at(incident.on_scene_at)],
  ['Ended', by(incident.ended_at, incident.ended_by)],
  ['State', INCIDENT_STATUS_LABELS[incident.status]],
  ['Outcome', incident.status_reason],
  ['Place as told', incident.place],
];

const peopleOf = ({ incident }: Content): Fact[] => {
  const { driver, car_number, driver_code, fullname, caller_name, caller_phone, imei } = incident;
  const kin = incident.private?.kin;
  return [
    ['Car', car_number],
    ['Driver', driver ? `${person(fullname, driver.mobile_number)}, ${driver_code}` : null],
    [
      'Next of kin',
      kin ? `${person(kin.name, kin.mobile_number)}, ${shownName(kin.relationship).toLowerCase()}` : null,
    ],
    ['Caller', caller_name || caller_phone ? person(caller_name, caller_phone) : null],
    ['Tracker', imei ? trackerLabel(imei) : null],
  ];
};

const teamsOf = ({ incident }: Content): Fact[] =>
  incident.dispatches.map(({ team, phone, sent_at, accepted_at, on_scene_at, ended_at, status }) => [
    team,
    [
      formatPhone(phone),
      `sent ${at(sent_at)}`,
      ...(accepted_at ? [`accepted ${at(accepted_at)}`] : []),
      ...(on_scene_at ? [`on scene ${at(on_scene_at)}`] : []),
      ...(ended_at ? [`${DISPATCH_STATUS_LABELS[status].toLowerCase()} ${at(ended_at)}`] : []),
    ].join(', '),
  ]);

const placesOf = ({ incident }: Content): Fact[] => {
  const known = incident.private;
  if (!known) return [];
  const [first] = known.places;
  const told = known.places.map((place) => {
    const { at: when, latitude, longitude, accuracy_m } = place;
    const within = accuracy_m === null ? '' : `, within ${Math.round(accuracy_m)} m`;
    const owner = placeOwner(place, first ?? place);
    return { when, words: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${within}, ${owner}` };
  });
  const way = known.trail.map(([latitude, longitude, when]) => ({
    when,
    words: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}, tracker`,
  }));
  return [...told, ...way]
    .sort((a, b) => a.when.localeCompare(b.when))
    .slice(-MOST_PLACES)
    .map(({ when, words }) => [at(when) ?? '', words]);
};

const checkPack = (sheet: Sheet, { code, linksTo }: Content): void => {
  const { pdf, paper } = sheet;
  makeRoom(sheet, paper.qr + 12);
  const where = linksTo === null ? 'our website with /pack/' : `${linksTo.replace(/^https?:\/\//, '')}/pack/`;
  const how = `Scan the code, or open ${where} and this code after it. The page has the hash of the file as it was made, and compares a file that you choose with it.`;
  check(sheet, { noun: 'document', code, page: linksTo && packPage(linksTo, code), how }, pdf.y + 12);
};

const section = (sheet: Sheet, title: string, facts: readonly Fact[]): void => {
  if (facts.every(([, value]) => value === null || value === '')) return;
  heading(sheet, title);
  for (const [label, value] of facts) fact(sheet, label, value);
};

const drawPhotos = (sheet: Sheet, { photos }: Content): void => {
  if (photos.length === 0) return;
  const { pdf } = sheet;
  heading(sheet, 'Photos');
  if (photos.length > MOST_PACK_PHOTOS) fact(sheet, 'Shown', `The newest ${MOST_PACK_PHOTOS}. There are more.`);
  for (const { at: when, by: who, jpeg } of photos.slice(0, MOST_PACK_PHOTOS).toReversed()) {
    // The line below stays on the photo's page.
    makeRoom(sheet, PHOTO_HEIGHT + 30);
    const { y } = pdf;
    const words = by(when, who) ?? '';
    const fit: [number, number] = [widthOf(sheet), PHOTO_HEIGHT];
    block(sheet, 'Figure', () => pdf.image(jpeg, MARGIN, y, { fit }), `Photo, added ${words}`);
    pdf.y = y + PHOTO_HEIGHT + 4;
    fact(sheet, 'Added', words);
    pdf.y += 6;
  }
};

/** The document of an incident on A4, with numbered pages. */
export const packPdf = (content: Content): Promise<Buffer> => {
  const { number, made_at, incident, company } = content;
  const title = `Incident ${number}`;
  const of = described(title, company, made_at);
  return makePdf({ ...of, size: 'A4', margin: MARGIN, bufferPages: true }, (pdf) => {
    const sheet = { pdf, paper: A4 };
    letterhead(sheet, company);
    pdf.y += 10;
    block(sheet, 'H1', () => {
      bold(sheet, A4.title).text(title, MARGIN, pdf.y, { width: widthOf(sheet) });
    });
    pdf.y += 4;
    for (const [label, value] of factsOf(content)) fact(sheet, label, value);
    section(sheet, 'People and car', peopleOf(content));
    section(sheet, 'Response teams', teamsOf(content));
    section(
      sheet,
      'Time line',
      incident.steps.map(({ at: when, actor, words }) => [at(when) ?? '', actor ? `${words} (${actor})` : words]),
    );
    drawPhotos(sheet, content);
    section(sheet, 'Places by time', placesOf(content));
    checkPack(sheet, content);
    numberPages(pdf, title);
  });
};
