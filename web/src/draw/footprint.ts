// Footprints on the table: how far one body is from another, edge to edge. Only for showing; the rules measure themselves.
import { HEADINGS } from './camera';
import type { Point } from './geometry';

export interface Footprint {
  x: number;
  y: number;
  h: number;
  w: number;
  d: number;
}

/// The corners of a footprint, in the table's lengths.
export function footprintCorners(u: Footprint): Point[] {
  const r = (u.h / HEADINGS) * 2 * Math.PI;
  const ahead: Point = [Math.sin(r), Math.cos(r)];
  const right: Point = [Math.cos(r), -Math.sin(r)];
  return ([[-1, 1], [1, 1], [1, -1], [-1, -1]] as Point[]).map(([a, b]) => [u.x + (right[0] * a * u.w) / 2 + (ahead[0] * b * u.d) / 2, u.y + (right[1] * a * u.w) / 2 + (ahead[1] * b * u.d) / 2]);
}

/// True if a point lies on a footprint.
export function isInside(u: Footprint, at: Point): boolean {
  const r = (u.h / HEADINGS) * 2 * Math.PI;
  const [x, y] = [at[0] - u.x, at[1] - u.y];
  return Math.abs(x * Math.cos(r) - y * Math.sin(r)) <= u.w / 2 && Math.abs(x * Math.sin(r) + y * Math.cos(r)) <= u.d / 2;
}

function nearest(p: Point, a: Point, b: Point): Point {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return [a[0] + dx * t, a[1] + dy * t];
}

/// The shortest line between the edges of two footprints that do not overlap.
export function between(a: Footprint, b: Footprint): { from: Point; to: Point; tmm: number } {
  const [ca, cb] = [footprintCorners(a), footprintCorners(b)];
  let best = { from: [a.x, a.y] as Point, to: [b.x, b.y] as Point, tmm: Infinity };
  const look = (p: Point, q: Point) => {
    const tmm = Math.hypot(p[0] - q[0], p[1] - q[1]);
    if (tmm < best.tmm) best = { from: p, to: q, tmm };
  };
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      look(ca[i], nearest(ca[i], cb[j], cb[(j + 1) % 4]));
      look(nearest(cb[i], ca[j], ca[(j + 1) % 4]), cb[i]);
    }
  return best;
}

/// The ground within a range of a front: rays from the front corners turned outward by `angle` (as headings are), and
/// the arcs between them; half a turn is all round.
export function frontArc(u: Footprint, tmm: number, angle: number): Point[] {
  const corners = footprintCorners(u);
  const facing = (u.h / HEADINGS) * 2 * Math.PI;
  const out = (Math.min(angle, HEADINGS / 2) / HEADINGS) * 2 * Math.PI;
  const at = (c: Point, a: number): Point => [c[0] + Math.sin(a) * tmm, c[1] + Math.cos(a) * tmm];
  const sweep = (c: Point, from: number, to: number): Point[] => Array.from({ length: 13 }, (_, i) => at(c, from + ((to - from) * i) / 12));
  if (angle >= HEADINGS / 2) {
    const quarter = Math.PI / 2;
    return corners.flatMap((c, i) => sweep(c, facing + (i - 1) * quarter, facing + i * quarter));
  }
  return [corners[0], ...sweep(corners[0], facing - out, facing), ...sweep(corners[1], facing, facing + out), corners[1]];
}
