import {
  FENCE_MUST_LABELS,
  type Fence,
  type FenceRule,
  type FenceRuleFields,
  MOST_FENCE_RULES,
  MOST_FENCES,
  type NewFenceRule,
  type ShapeChange,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { ownersById } from '#domains/drivers';
import { namesOfPathsAndStops } from '#domains/lookups';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import {
  changeFences,
  countRules,
  deleteRule,
  deleteShape,
  type FenceOf,
  forgetFenceStates,
  lockRule,
  type RuleRow,
  rules,
  type ShapeRow,
  saveRule,
  saveShape,
  shapeById,
  shapeOf,
  shapes,
} from './fences.repo.ts';

const ofShape = ({ path_id, stop_id }: ShapeRow): FenceOf =>
  path_id === null ? { kind: 'stop', id: stop_id ?? '' } : { kind: 'path', id: path_id };

const keyOf = ({ kind, id }: FenceOf): string => `${kind} ${id}`;

/** Paths, then stops, each by name. */
export const allFences = async (db: Db): Promise<Fence[]> => {
  const names = await namesOfPathsAndStops(db, MOST_FENCES);
  const drawn = new Map((await shapes(db)).map((row) => [keyOf(ofShape(row)), row]));
  const found = await rules(db);
  const drivers = await ownersById(
    db,
    found.flatMap(({ driver_id }) => driver_id ?? []),
  );
  const shown = ({ shape_id: _, ...rule }: RuleRow): FenceRule => ({
    ...rule,
    car_number: drivers.get(rule.driver_id ?? '')?.car_number ?? null,
  });
  const ofShapes = Map.groupBy(found, ({ shape_id }) => shape_id);
  return (['path', 'stop'] as const).flatMap((kind) =>
    [...names[kind]].map(([id, name]): Fence => {
      const row = drawn.get(keyOf({ kind, id }));
      return {
        ...{ kind, id, name, shape_id: row?.id ?? null, version: row?.version ?? 0 },
        shape: row ? shapeOf(row) : null,
        changed_at: row?.changed_at.toISOString() ?? null,
        rules: row ? (ofShapes.get(row.id) ?? []).map(shown) : [],
      };
    }),
  );
};

const nameOf = async (db: Db, { kind, id }: FenceOf): Promise<string> =>
  existing((await namesOfPathsAndStops(db, MOST_FENCES))[kind].get(id), kind);

type By = { by: Caller; now: Date };

/**
 * Draws a path or stop, or changes its shape. Refused with 404 `not_found`, and with 409 `conflict`
 * where somebody changed it meanwhile.
 */
export const drawFence = async (
  tx: Tx,
  { body: { kind, id, version, shape }, by, now }: { body: ShapeChange } & By,
): Promise<{ message: string; shape_id: string; version: number }> => {
  await changeFences(tx);
  const name = await nameOf(tx, { kind, id });
  const saved = await saveShape(tx, { kind, id }, { shape, version, now, by: by.accountId });
  if (!saved) {
    throw new Refusal('conflict', `Somebody else changed the shape of ${name} meanwhile. Please load it again.`);
  }
  await forgetFenceStates(tx, { shapeId: saved.id });
  const after = { form: shape.kind, version: saved.version };
  await audit(tx, by, { action: 'fences.draw', subject: { kind, id, name }, after }, now);
  return { message: `The shape of ${name} is saved.`, shape_id: saved.id, version: saved.version };
};

/** Deletes a shape with its rules. Refused with 404 `not_found`. */
export const eraseFence = async (tx: Tx, { id, by, now }: { id: string } & By): Promise<string> => {
  await changeFences(tx);
  const of = ofShape(existing(await shapeById(tx, id), 'shape'));
  const name = await nameOf(tx, of);
  await forgetFenceStates(tx, { shapeId: id });
  await deleteShape(tx, id);
  await audit(tx, by, { action: 'fences.delete', subject: { ...of, name } }, now);
  return `The shape of ${name} is deleted.`;
};

/** A rule in words for the audit log. */
const inWords = ({ must, plan, driver_id, days, from_time, until_time, is_active }: FenceRuleFields) => ({
  ...{ must: FENCE_MUST_LABELS[must], whom: driver_id === null ? (plan ?? 'all cars') : `driver ${driver_id}` },
  ...{ days: days.join(', '), hours: `${from_time}–${until_time}`, active: is_active ? 'yes' : 'no' },
});

const checkDriver = async (tx: Tx, driverId: string | null): Promise<void> => {
  if (driverId !== null && !(await ownersById(tx, [driverId])).has(driverId)) throw noSuch('driver');
};

const subjectOf = async (tx: Tx, shapeId: string) => {
  const of = ofShape(existing(await shapeById(tx, shapeId), 'shape'));
  return { ...of, name: await nameOf(tx, of) };
};

/** Adds a rule. Refused with 404 `not_found`, and with 409 `conflict` beside too many rules. */
export const addRule = async (
  tx: Tx,
  { body, by, now }: { body: NewFenceRule } & By,
): Promise<{ message: string; id: string }> => {
  await changeFences(tx);
  const subject = await subjectOf(tx, body.shape_id);
  await checkDriver(tx, body.driver_id);
  if ((await countRules(tx)) >= MOST_FENCE_RULES) {
    throw new Refusal('conflict', `There are ${MOST_FENCE_RULES} rules. Delete one that is not needed first.`);
  }
  const id = await saveRule(tx, { ...body, id: null });
  await audit(tx, by, { action: 'fence_rules.add', subject, after: inWords(body) }, now);
  return { message: 'The rule is added.', id };
};

/** Changes a rule, by which cars are looked at anew. Refused with 404 `not_found`. */
export const changeRule = async (
  tx: Tx,
  { id, body, by, now }: { id: string; body: FenceRuleFields } & By,
): Promise<string> => {
  await changeFences(tx);
  const before = existing(await lockRule(tx, id), 'rule');
  await checkDriver(tx, body.driver_id);
  await saveRule(tx, { ...body, id, shape_id: before.shape_id });
  await forgetFenceStates(tx, { ruleId: id });
  const subject = await subjectOf(tx, before.shape_id);
  await audit(tx, by, { action: 'fence_rules.change', subject, before: inWords(before), after: inWords(body) }, now);
  return 'The rule is changed.';
};

/** Deletes a rule. Refused with 404 `not_found`. */
export const removeRule = async (tx: Tx, { id, by, now }: { id: string } & By): Promise<string> => {
  await changeFences(tx);
  const before = existing(await lockRule(tx, id), 'rule');
  const subject = await subjectOf(tx, before.shape_id);
  await forgetFenceStates(tx, { ruleId: id });
  await deleteRule(tx, id);
  await audit(tx, by, { action: 'fence_rules.delete', subject, before: inWords(before) }, now);
  return 'The rule is deleted.';
};
