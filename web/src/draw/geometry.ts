// Points, outlines and seeded chance for the drawings. Everything here works in pixels.

export type Point = readonly [number, number];

/// A generator that gives the same numbers for the same seed, so that everyone sees the same trees.
export function seeded(seed: string): () => number {
  let a = 0;
  for (const c of seed) a = (Math.imul(a, 31) + c.charCodeAt(0)) | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/// A number with one decimal, as SVG wants it.
export const f = (n: number): string => (Math.round(n * 10) / 10).toString();
export const dist = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

export function path(points: readonly Point[], closed = false): string {
  return 'M' + points.map((p) => f(p[0]) + ' ' + f(p[1])).join('L') + (closed ? 'Z' : '');
}

/// Corners become short curves; edges stay where the engine has them.
export function rounded(points: readonly Point[], radius: number, closed: boolean): Point[] {
  const out: Point[] = [];
  const n = points.length;
  for (let i = 0; i < n; i++) {
    const p = points[i];
    if (!closed && (i === 0 || i === n - 1)) {
      out.push(p);
      continue;
    }
    const a = points[(i + n - 1) % n];
    const b = points[(i + 1) % n];
    const da = dist(p, a) || 1;
    const db = dist(p, b) || 1;
    const start = lerp(p, a, Math.min(radius, da * 0.45) / da);
    const end = lerp(p, b, Math.min(radius, db * 0.45) / db);
    for (let t = 0; t <= 1.001; t += 0.1) out.push(lerp(lerp(start, p, t), lerp(p, end, t), t));
  }
  return out;
}

/// Points at equal steps along an outline.
export function resample(points: readonly Point[], step: number, closed: boolean): Point[] {
  const source = closed ? [...points, points[0]] : points;
  const out: Point[] = [source[0]];
  let carried = 0;
  for (let i = 1; i < source.length; i++) {
    let a = source[i - 1];
    const b = source[i];
    let d = dist(a, b);
    while (carried + d >= step) {
      const q = lerp(a, b, (step - carried) / d);
      out.push(q);
      a = q;
      d = dist(a, b);
      carried = 0;
    }
    carried += d;
  }
  if (!closed) out.push(points[points.length - 1]);
  return out;
}

/// The hand of an engraver: every point strays a little to the side.
export function wobble(points: readonly Point[], amount: number, random: () => number): Point[] {
  let v = 0;
  return points.map((_, i) => {
    v = v * 0.6 + (random() - 0.5) * amount;
    return shifted(points, i, v);
  });
}

function shifted(points: readonly Point[], i: number, by: number): Point {
  const a = points[Math.max(0, i - 1)];
  const b = points[Math.min(points.length - 1, i + 1)];
  const l = dist(a, b) || 1;
  return [points[i][0] - ((b[1] - a[1]) / l) * by, points[i][1] + ((b[0] - a[0]) / l) * by];
}

/// The same line a little to its right.
export function beside(points: readonly Point[], by: number): Point[] {
  return points.map((_, i) => shifted(points, i, by));
}

/// Twice the signed area tells which way round an outline goes.
export function area(points: readonly Point[]): number {
  let s = 0;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    s += a[0] * b[1] - b[0] * a[1];
  }
  return s / 2;
}

export function inside(p: Point, points: readonly Point[]): boolean {
  let is = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const a = points[i];
    const b = points[j];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) is = !is;
  }
  return is;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function bounds(points: readonly Point[]): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

export function edgeDistance(p: Point, points: readonly Point[]): number {
  let nearest = Infinity;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const l = dx * dx + dy * dy || 1;
    const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / l));
    nearest = Math.min(nearest, Math.hypot(p[0] - a[0] - dx * t, p[1] - a[1] - dy * t));
  }
  return nearest;
}

/// A jittered grid inside an outline, from top to bottom so that later ones overlap earlier ones.
export function scatter(points: readonly Point[], gap: number, random: () => number, inset = 0): Point[] {
  const box = bounds(points);
  const out: Point[] = [];
  let row = 0;
  for (let y = box.top; y <= box.bottom; y += gap * 0.82, row++)
    for (let x = box.left + (row % 2 ? gap / 2 : 0); x <= box.right; x += gap) {
      const p: Point = [x + (random() - 0.5) * gap * 0.7, y + (random() - 0.5) * gap * 0.55];
      if (inside(p, points) && (!inset || edgeDistance(p, points) >= inset)) out.push(p);
    }
  return out.sort((a, b) => a[1] - b[1]);
}

/// The corners of a rectangle that looks along `degrees` (clockwise, 0 is up the screen).
export function corners(x: number, y: number, w: number, d: number, degrees: number): Point[] {
  const r = (degrees * Math.PI) / 180;
  const c = Math.cos(r);
  const s = Math.sin(r);
  return (
    [
      [-w / 2, -d / 2],
      [w / 2, -d / 2],
      [w / 2, d / 2],
      [-w / 2, d / 2],
    ] as Point[]
  ).map(([a, b]) => [x + a * c - b * s, y + a * s + b * c]);
}

/// The smallest convex outline around some points.
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list: Point[]): Point[] => {
    const out: Point[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const a = out[out.length - 2];
        const b = out[out.length - 1];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    out.pop();
    return out;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/// An outline pushed out from its middle, for a tint around a body of troops.
export function grown(points: readonly Point[], by: number): Point[] {
  const box = bounds(points);
  const cx = (box.left + box.right) / 2;
  const cy = (box.top + box.bottom) / 2;
  return points.map(([x, y]) => {
    const l = Math.hypot(x - cx, y - cy) || 1;
    return [x + ((x - cx) / l) * by, y + ((y - cy) / l) * by];
  });
}

export const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/// A name that is safe inside markup.
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c]);
