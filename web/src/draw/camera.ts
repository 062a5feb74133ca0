// Where the eye is: from the table (tenths of a millimetre, y to the north) to pixels of a drawn layer, and on to the screen.
//
// A layer is drawn once for a scale and a turn of the table; panning only shifts it. So pixels of a layer begin at the
// table's upper left corner as it is seen, and `offset` says where that corner is on the board.
import type { Point } from './geometry';

export interface Camera {
  scale: number; // pixels for a tenth of a millimetre
  turn: number; // quarter turns of the table, clockwise
  x: number; // where the layer's corner is on the board, in pixels
  y: number;
}

export interface Extent {
  width: number;
  depth: number;
}

/// How a layer is drawn: from the table to its pixels.
export interface View {
  at: (p: Point) => Point;
  back: (p: Point) => Point;
  /// Degrees on the screen of a heading (65536 to the full turn, clockwise from north).
  degrees: (heading: number) => number;
  k: number;
  inch: number; // pixels of a table inch, by which strokes and trees are measured
  width: number; // of the layer
  height: number;
}

export const HEADINGS = 65536;

export function viewOf(extent: Extent, scale: number, turn: number): View {
  const { width, depth } = extent;
  const quarter = ((turn % 4) + 4) % 4;
  const across = quarter % 2 ? depth : width;
  const down = quarter % 2 ? width : depth;
  const forward: Record<number, (p: Point) => Point> = {
    0: ([x, y]) => [x * scale, (depth - y) * scale],
    1: ([x, y]) => [y * scale, x * scale],
    2: ([x, y]) => [(width - x) * scale, y * scale],
    3: ([x, y]) => [(depth - y) * scale, (width - x) * scale],
  };
  const backward: Record<number, (p: Point) => Point> = {
    0: ([x, y]) => [x / scale, depth - y / scale],
    1: ([x, y]) => [y / scale, x / scale],
    2: ([x, y]) => [width - x / scale, y / scale],
    3: ([x, y]) => [width - y / scale, depth - x / scale],
  };
  return {
    at: forward[quarter],
    back: backward[quarter],
    degrees: (heading) => (heading * 360) / HEADINGS + quarter * 90,
    k: scale,
    inch: 254 * scale,
    width: across * scale,
    height: down * scale,
  };
}

/// The scale and place that shows the whole table with a margin.
export function fitted(extent: Extent, turn: number, width: number, height: number, margin = 16): Camera {
  const across = turn % 2 ? extent.depth : extent.width;
  const down = turn % 2 ? extent.width : extent.depth;
  const scale = Math.max(1e-4, Math.min((width - margin * 2) / across, (height - margin * 2) / down));
  return { scale, turn, x: (width - across * scale) / 2, y: (height - down * scale) / 2 };
}

/// Zooms about a point of the board.
export function zoomed(camera: Camera, factor: number, at: Point, least: number, most: number): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor));
  const by = scale / camera.scale;
  return { ...camera, scale, x: at[0] - (at[0] - camera.x) * by, y: at[1] - (at[1] - camera.y) * by };
}
