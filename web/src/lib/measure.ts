// What the measure tool says: how far it is, from edge to edge where the ends lie on units, and whether they see each other.
import { between, isInside } from '../draw/footprint';
import type { Point } from '../draw/geometry';
import type { UnitState } from './types';

export interface Measured {
  from: Point;
  to: Point;
  tmm: number;
  seeing: string; // in a sentence, or '' if it is not about two enemies
}

/// What is measured on: units with their names and sides, and who sees whom.
export interface Measurable {
  units: readonly UnitState[];
  name: (unit: number) => string;
  side: (unit: number) => number;
  sees: (unit: number) => readonly number[] | null; // null: the sheet does not say
}

function unitAt(on: Measurable, at: Point): UnitState | undefined {
  return on.units.find((u) => u.presence === 'table' && isInside(u, at));
}

export function measureFrom(on: Measurable, from: Point, to: Point): Measured {
  const [a, b] = [unitAt(on, from), unitAt(on, to)];
  const plain: Measured = { from, to, tmm: Math.hypot(to[0] - from[0], to[1] - from[1]), seeing: '' };
  if (!a || !b || a === b) return plain;
  const gap = between(a, b);
  const seen = on.side(a.i) === on.side(b.i) ? null : on.sees(a.i);
  return { ...gap, seeing: seen ? `${on.name(a.i)} ${seen.includes(b.i) ? 'sees' : 'does not see'} ${on.name(b.i)}.` : '' };
}
