import {
  DISPATCH_STATUS_LABELS,
  formatInstant,
  formatPhone,
  formatReceiptCode,
  INCIDENT_GRADE_LABELS,
  INCIDENT_SOURCE_LABELS,
  INCIDENT_STATUS_LABELS,
  type IncidentRecord,
  packPage,
  type Site,
  shownName,
} from '@banbo/contract';
import { drawQr, makePdf, type Pdf, registerFonts } from '#domains/documents';

const MARGIN = 48;
const QR = 92;
const LABEL = 130;
const [TEXT, SMALL, HEADING, TITLE] = [10, 9, 13, 18];
const [INK, BRAND, SOFT] = ['#14211c', '#12614a', '#4c5a53'];
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

const block = (pdf: Pdf, kind: 'H1' | 'H2' | 'P' | 'Figure', draw: () => void, alt?: string): void => {
  pdf.addStructure(pdf.struct(kind, alt === undefined ? {} : { alt }, draw));
};

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

/** Begins another page where so many points are not left. */
const makeRoom = (pdf: Pdf, points: number): void => {
  if (pdf.y + points > pdf.page.height - MARGIN) pdf.addPage();
};

const heading = (pdf: Pdf, text: string): void => {
  makeRoom(pdf, 60);
  pdf.y += 10;
  block(pdf, 'H2', () => {
    pdf
      .font('bold')
      .fontSize(HEADING)
      .fillColor(BRAND)
      .text(text, MARGIN, pdf.y, { width: widthOf(pdf) });
  });
  pdf.y += 4;
};

const fact = (pdf: Pdf, [label, value]: Fact): void => {
  if (value === null || value === '') return;
  pdf.font('regular').fontSize(TEXT);
  makeRoom(pdf, pdf.heightOfString(value, { width: widthOf(pdf) - LABEL }) + 4);
  const { y } = pdf;
  block(pdf, 'P', () => {
    pdf.fillColor(SOFT).text(label, MARGIN, y, { width: LABEL });
    const below = pdf.y;
    pdf.fillColor(INK).text(value, MARGIN + LABEL, y, { width: widthOf(pdf) - LABEL });
    pdf.y = Math.max(pdf.y, below);
  });
  pdf.x = MARGIN;
  pdf.y += 3;
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
    ['Tracker', imei ? `IMEI ${imei}` : null],
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
  const told = known.places.map(({ at: when, latitude, longitude, accuracy_m, source }) => ({
    when,
    words: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy_m === null ? '' : `, within ${Math.round(accuracy_m)} m`}, ${INCIDENT_SOURCE_LABELS[source].toLowerCase()}`,
  }));
  const way = known.trail.map(([latitude, longitude, when]) => ({
    when,
    words: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}, tracker`,
  }));
  return [...told, ...way]
    .sort((a, b) => a.when.localeCompare(b.when))
    .slice(-MOST_PLACES)
    .map(({ when, words }) => [at(when) ?? '', words]);
};

const check = (pdf: Pdf, { code, linksTo }: Content): void => {
  makeRoom(pdf, QR + 12);
  pdf.y += 12;
  const { y } = pdf;
  const beside = linksTo === null ? MARGIN : MARGIN + QR + 14;
  if (linksTo !== null) {
    const alt = 'QR code of the page that checks this document';
    block(pdf, 'Figure', () => drawQr(pdf, packPage(linksTo, code), { x: MARGIN, y, size: QR }), alt);
  }
  const width = widthOf(pdf) - (beside - MARGIN);
  block(pdf, 'P', () => {
    pdf
      .font('bold')
      .fontSize(TEXT)
      .fillColor(INK)
      .text('Is this document genuine?', beside, y + 4, { width });
    const where = linksTo === null ? 'our website with /pack/' : `${linksTo.replace(/^https?:\/\//, '')}/pack/`;
    const how = `Scan the code, or open ${where} and this code after it. The page has the hash of the file as it was made, and compares a file that you choose with it.`;
    pdf.font('regular').fontSize(SMALL).fillColor(SOFT).text(how, { width });
    pdf.font('bold').fontSize(TEXT).fillColor(INK).text(formatReceiptCode(code), { width });
  });
  pdf.x = MARGIN;
};

const section = (pdf: Pdf, title: string, facts: readonly Fact[]): void => {
  if (facts.every(([, value]) => value === null || value === '')) return;
  heading(pdf, title);
  for (const one of facts) fact(pdf, one);
};

const drawPhotos = (pdf: Pdf, { photos }: Content): void => {
  if (photos.length === 0) return;
  heading(pdf, 'Photos');
  if (photos.length > MOST_PACK_PHOTOS) fact(pdf, ['Shown', `The newest ${MOST_PACK_PHOTOS}. There are more.`]);
  for (const { at: when, by: who, jpeg } of photos.slice(0, MOST_PACK_PHOTOS).toReversed()) {
    // The line below stays on the photo's page.
    makeRoom(pdf, PHOTO_HEIGHT + 30);
    const { y } = pdf;
    const words = by(when, who) ?? '';
    const fit: [number, number] = [widthOf(pdf), PHOTO_HEIGHT];
    block(pdf, 'Figure', () => pdf.image(jpeg, MARGIN, y, { fit }), `Photo, added ${words}`);
    pdf.y = y + PHOTO_HEIGHT + 4;
    fact(pdf, ['Added', words]);
    pdf.y += 6;
  }
};

/** The document of an incident on A4, with numbered pages. */
export const packPdf = (content: Content): Promise<Buffer> => {
  const { number, made_at, incident, company } = content;
  const title = `Incident ${number}`;
  const described = { title: `${title} - ${company.company_name}`, author: company.company_name, made: made_at };
  return makePdf({ ...described, size: 'A4', margin: MARGIN, bufferPages: true }, (pdf) => {
    registerFonts(pdf);
    block(pdf, 'P', () => {
      pdf.font('bold').fontSize(HEADING).fillColor(BRAND).text(company.company_name, MARGIN, MARGIN);
      const lines = [company.office_location, company.mobile_numbers.slice(0, 3).map(formatPhone).join(' · ')];
      pdf.font('regular').fontSize(SMALL).fillColor(SOFT).text(lines.join('\n'));
    });
    pdf.y += 10;
    block(pdf, 'H1', () => {
      pdf
        .font('bold')
        .fontSize(TITLE)
        .fillColor(INK)
        .text(title, MARGIN, pdf.y, { width: widthOf(pdf) });
    });
    pdf.y += 4;
    for (const one of factsOf(content)) fact(pdf, one);
    section(pdf, 'People and car', peopleOf(content));
    section(pdf, 'Response teams', teamsOf(content));
    section(
      pdf,
      'Time line',
      incident.steps.map(({ at: when, actor, words }) => [at(when) ?? '', actor ? `${words} (${actor})` : words]),
    );
    drawPhotos(pdf, content);
    section(pdf, 'Places by time', placesOf(content));
    check(pdf, content);
    const { start, count } = pdf.bufferedPageRange();
    for (let n = 0; n < count; n += 1) {
      pdf.switchToPage(start + n);
      pdf.markContent('Artifact');
      const text = `${title} · page ${n + 1} of ${count}`;
      // Below the margin, where the text would else begin another page.
      pdf.page.margins.bottom = 0;
      pdf.font('regular').fontSize(SMALL).fillColor(SOFT);
      pdf.text(text, MARGIN, pdf.page.height - MARGIN + 14, { width: widthOf(pdf), align: 'right', lineBreak: false });
      pdf.endMarkedContent();
    }
  });
};
