// Lettering that never hides lettering: every label brings places it would like, those with the higher rank choose first,
// and one that finds no free place is left out.
import { bounds, overlaps, type Box, type Point } from './geometry';

export interface Wanted {
  key: string;
  text: string;
  kind: string; // the CSS class: u-name, map-name …
  rank: number; // higher ones choose first
  w: number; // of the box, in pixels
  h: number;
  /// Middles of the box, best first.
  places: Point[];
  /// Bodies may be hidden by it (names of hills lie under troops).
  isUnder?: boolean;
  rotate?: number;
  extra?: { whole: number; lost: number };
}

export interface Placed extends Wanted {
  x: number;
  y: number;
  box: Box;
}

/// Boxes in a grid of cells, so that looking for a collision does not mean looking at all of them.
class Cells {
  private readonly cells = new Map<string, Box[]>();
  private readonly size = 96;

  private *around(box: Box): Generator<string> {
    for (let x = Math.floor(box.left / this.size); x <= Math.floor(box.right / this.size); x++)
      for (let y = Math.floor(box.top / this.size); y <= Math.floor(box.bottom / this.size); y++) yield `${x},${y}`;
  }

  add(box: Box): void {
    for (const key of this.around(box)) {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
    }
  }

  hits(box: Box): boolean {
    for (const key of this.around(box)) if (this.cells.get(key)?.some((b) => overlaps(b, box))) return true;
    return false;
  }
}

/// A rotated body as small upright boxes, so that a slanting line does not claim the whole of its bounds.
export function bodyBoxes(corners: readonly Point[]): Box[] {
  const [a, b, c, d] = corners;
  const n = Math.max(1, Math.min(8, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 24)));
  const at = (p: Point, q: Point, t: number): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
  return Array.from({ length: n }, (_, i) => bounds([at(a, b, i / n), at(a, b, (i + 1) / n), at(d, c, i / n), at(d, c, (i + 1) / n)]));
}

const boxAt = (label: Wanted, [x, y]: Point): Box => ({ left: x - label.w / 2, right: x + label.w / 2, top: y - label.h / 2, bottom: y + label.h / 2 });

/// Places what fits. `bodies` keep labels away; one that may lie under them does so where it finds no free place, but never
/// under a `post`: a flag or a commander.
export function place(wanted: readonly Wanted[], bodies: readonly Box[], frame: Box, posts: readonly Box[] = []): Placed[] {
  const labels = new Cells();
  const troops = new Cells();
  const firm = new Cells();
  posts.forEach((b) => (troops.add(b), firm.add(b)));
  bodies.forEach((b) => troops.add(b));
  const out: Placed[] = [];
  for (const label of [...wanted].sort((a, b) => b.rank - a.rank)) {
    const isFree = (box: Box, others: Cells) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom && !labels.hits(box) && !others.hits(box);
    for (const [at, others] of [...label.places.map((p) => [p, troops] as const), ...(label.isUnder ? label.places.map((p) => [p, firm] as const) : [])]) {
      const box = boxAt(label, at);
      if (!isFree(box, others)) continue;
      labels.add(box);
      out.push({ ...label, x: at[0], y: at[1], box });
      break;
    }
  }
  return out;
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/// The width of a text in a font (CSS shorthand), remembered. Without a canvas: a fair guess.
export function textWidth(text: string, font: string, spacing = 0): number {
  const key = font + '|' + text;
  let w = widths.get(key);
  if (w === undefined) {
    if (pen === undefined) pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (pen) {
      pen.font = font;
      w = pen.measureText(text).width;
    } else w = text.length * parseFloat(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? '12') * 0.5;
    widths.set(key, w);
  }
  return w + spacing * text.length;
}

/// To be called when the packaged fonts have arrived.
export const forgetWidths = (): void => widths.clear();
