// The ground, drawn like an engraved battle plan: relief, areas, water, roads, woods, houses, lines, in this order.
// Every colour is a CSS variable of styles/tokens.css.
import type { Piece } from '../lib/types';
import type { View } from './camera';
import { area, beside, bounds, dist, edgeDistance, f, inside, lerp, path, resample, rounded, scatter, seeded, wobble, type Point } from './geometry';

/// Symbols and patterns that the ground uses; once in every drawing.
export const GROUND_DEFS = `
<symbol id="tree-a" overflow="visible"><ellipse cx="2.2" cy="3.4" rx="5" ry="2.2" fill="var(--t-shade)" opacity=".55"/><path d="M-4.6 2.6c-2-1.2-1.4-4 .6-4.4-.2-2.6 3-4.2 4.8-2.6 2.2-1 4.6.8 4 3 1.6.8 1.2 3.6-.8 4-1.6 1.6-3.4 1-4.2.2-1.2 1.2-3.4 1-4.4-.2z" fill="var(--tree)" stroke="var(--t-line)" stroke-width=".65"/><path d="M1 2.6c1.6.8 3 .2 3.6-.6 1.6-.4 2-2.4.6-3.3-.2 1.8-1.8 3.2-4.2 3.9z" fill="var(--t-shade)"/></symbol>
<symbol id="tree-b" overflow="visible"><ellipse cx="1.8" cy="3.2" rx="4.2" ry="1.9" fill="var(--t-shade)" opacity=".55"/><path d="M-3.8 2.2c-1.7-1-1.2-3.7.8-3.9.3-2.3 3.4-3 4.6-1.3 2-.3 3.2 1.8 2.1 3.3.9 1.2.1 2.9-1.4 2.8-1.4 1.2-3 .9-3.7.1-.8.5-1.9.1-2.4-1z" fill="var(--tree-2)" stroke="var(--t-line)" stroke-width=".65"/><path d="M.8 2.3c1.3.6 2.4.1 2.9-.7 1-.6 1-1.9.3-2.5-.2 1.4-1.3 2.6-3.2 3.2z" fill="var(--t-shade)"/></symbol>
<symbol id="tuft" overflow="visible"><path d="M-3 0L-1.8-3M0 0V-4M3 0L1.8-3" stroke="var(--t-line)" stroke-width=".7" fill="none"/></symbol>
<symbol id="reed" overflow="visible"><path d="M-6 0H6M-3.5 2H3.5" stroke="var(--water-line)" stroke-width=".8"/><path d="M-1.6 0L-2.6-3.2M0 0V-4.4M1.6 0L2.6-3.2" stroke="var(--t-line)" stroke-width=".7"/></symbol>
<symbol id="vine" overflow="visible"><path d="M0 2V-4M-1.6-2.6Q0-4.4 1.6-2.6M-1.4-.4Q0-2 1.4-.4" stroke="var(--t-line)" stroke-width=".7" fill="none"/></symbol>
<pattern id="rye" width="7" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)"><path d="M1 4V1.6M4.5 2.5V.4" stroke="var(--rye-line)" stroke-width=".8"/></pattern>
<pattern id="stone-hatch" width="2.6" height="2.6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.6" height="2.6" fill="var(--stone)"/><path d="M0 0V2.6" stroke="var(--stone-line)" stroke-width=".9"/></pattern>
<pattern id="timber-hatch" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="var(--timber)"/><path d="M0 .5H4" stroke="var(--stone-line)" stroke-width=".5"/></pattern>
`;

type Layer = 'hill' | 'area' | 'water' | 'road' | 'roadTop' | 'wood' | 'built' | 'line';
const LAYERS: Layer[] = ['hill', 'area', 'water', 'road', 'roadTop', 'wood', 'built', 'line'];

interface Pen {
  raw: Point[];
  random: () => number;
  inch: number;
  /// How much smaller than life signs are drawn when the whole table is a picture.
  fine: number;
  width: number;
  piece: Piece;
  put: (layer: Layer, markup: string) => void;
}

/// Strokes uphill along an edge, longer and darker away from a light at the upper left.
function hachures(outline: Point[], size: number, strength: number, random: () => number, step: number): string {
  const points = resample(outline, step, true);
  const sign = area(points) > 0 ? 1 : -1;
  const n = points.length;
  const rows: [string[], string[]] = [[], []];
  for (let i = 0; i < n; i++) {
    const a = points[(i + n - 5) % n];
    const b = points[(i + 5) % n];
    const l = dist(a, b) || 1;
    const nx = (-(b[1] - a[1]) / l) * sign;
    const ny = ((b[0] - a[0]) / l) * sign;
    const dark = (-nx * 0.6 - ny * 0.8 + 1) / 2;
    for (let row = 0; row < 2; row++) {
      if (row === 1 && (i % 2 || dark < 0.25)) continue;
      if (row === 0 && dark < 0.4 && i % 2) continue;
      const length = size * (0.62 + 0.55 * dark) * (0.82 + random() * 0.36) * (row ? 0.75 : 1);
      const from = (row ? size * 0.78 : 1.2) + random() * 2.2;
      const to = from + length;
      const w = (0.45 + 1.05 * dark * strength) * (row ? 0.75 : 1);
      const j = (random() - 0.5) * 1.4;
      const p = points[i];
      const tip: Point = [p[0] + nx * from, p[1] + ny * from];
      const end: Point = [p[0] + nx * to - ny * j, p[1] + ny * to + nx * j];
      if (!inside(end, outline) || edgeDistance(end, outline) < to * 0.72) continue;
      const tx = -ny * w * 0.5;
      const ty = nx * w * 0.5;
      rows[row].push(`M${f(tip[0])} ${f(tip[1])}L${f(end[0] + tx)} ${f(end[1] + ty)}L${f(end[0] - tx)} ${f(end[1] - ty)}Z`);
    }
  }
  return `<path d="${rows[0].join('')}" fill="var(--hach)"/><path d="${rows[1].join('')}" fill="var(--hach)" opacity=".7"/>`;
}

function hill({ raw, random, inch, fine, piece, put }: Pen): void {
  const outline = rounded(raw, inch * 2.4, true);
  const level = Math.max(1, piece.level ?? 1);
  put(
    'hill',
    `<path d="${path(outline, true)}" fill="var(--hill-${Math.min(3, level)})" stroke="var(--hach)" stroke-opacity=".55" stroke-width=".7"/>` +
      hachures(outline, Math.min(inch * 1.7, 34) * Math.max(0.6, fine), level > 1 ? 1.15 : 0.9, random, fine < 1 ? 4.4 : Math.max(3.6, inch * 0.2)),
  );
}

function rough({ raw, random, inch, piece, put }: Pen): void {
  const outline = wobble(resample(rounded(raw, inch * 1.5, true), 8, true), 1.6, random);
  put('area', `<path d="${path(outline, true)}" fill="var(--rough)" stroke="var(--t-line)" stroke-width=".8" stroke-dasharray="1.5 3"/>`);
  if (/rye|corn|wheat/i.test(piece.name ?? '')) {
    put('area', `<path d="${path(outline, true)}" fill="url(#rye)"/>`);
    return;
  }
  for (const [x, y] of scatter(outline, Math.max(8, inch * 0.95), random, 4))
    put('area', random() < 0.6 ? `<use href="#tuft" x="${f(x)}" y="${f(y)}"/>` : `<circle cx="${f(x)}" cy="${f(y)}" r=".8" fill="var(--t-line)"/>`);
}

function dense({ raw, inch, put }: Pen): void {
  const outline = rounded(raw, inch * 0.8, true);
  const box = bounds(outline);
  put('area', `<path d="${path(outline, true)}" fill="var(--dense)" stroke="var(--t-line)" stroke-width=".9"/>`);
  for (let y = box.top + 6; y < box.bottom; y += 8)
    for (let x = box.left + 4; x < box.right; x += 6)
      if (inside([x, y], outline) && edgeDistance([x, y], outline) > 4) put('area', `<use href="#vine" x="${f(x + (y % 3))}" y="${f(y)}"/>`);
}

function marsh({ raw, random, inch, put }: Pen): void {
  const outline = wobble(resample(rounded(raw, inch * 1.5, true), 8, true), 2, random);
  put('area', `<path d="${path(outline, true)}" fill="var(--marsh)" stroke="var(--water-line)" stroke-width=".7" stroke-dasharray="4 3"/>`);
  for (const [x, y] of scatter(outline, 15, random, 6)) put('area', `<use href="#reed" x="${f(x)}" y="${f(y)}"/>`);
}

function rocks({ raw, random, inch, put }: Pen): void {
  const outline = wobble(resample(rounded(raw, inch * 0.8, true), 7, true), 2.5, random);
  put('area', `<path d="${path(outline, true)}" fill="var(--rock)" stroke="var(--t-line)" stroke-width="1.6"/>`);
  for (const [x, y] of scatter(outline, 17, random, 8)) {
    const size = 0.75 + random() * 0.6;
    put(
      'area',
      `<g transform="translate(${f(x)} ${f(y)}) scale(${f(size)}) rotate(${f((random() - 0.5) * 30)})"><path d="M-7 5L-5-3L-1-7L4-5L8 1L6 6Z" fill="var(--works)" stroke="var(--t-line)" stroke-width="1"/><path d="M-1-7L1 0L6 6L8 1L4-5Z" fill="var(--hach)" opacity=".55"/><path d="M1 0L-7 5" stroke="var(--t-line)" stroke-width=".7"/></g>`,
    );
  }
}

function wood({ raw, random, inch, fine, piece, put }: Pen): void {
  const isDense = piece.kind === 'dense-wood';
  const outline = wobble(resample(rounded(raw, inch * 1.6, true), 7, true), 2.4, random);
  put('wood', `<path d="${path(outline, true)}" fill="var(--${isDense ? 'wood-dense' : 'wood'})" stroke="var(--t-line)" stroke-opacity=".55" stroke-width=".8"/>`);
  const crown = Math.max(7.5, inch * 0.62) * fine; // as many trees at every distance but the farthest
  const size = Math.max(0.5, crown / 9);
  for (const [x, y] of scatter(outline, crown * (isDense ? 0.98 : 1.55), random, 3 * fine)) {
    const kind = random() < 0.6 ? 'a' : 'b';
    put('wood', `<use href="#tree-${kind}" transform="translate(${f(x)} ${f(y)}) scale(${size.toFixed(2)})"/>`);
  }
}

function stream({ raw, random, inch, put }: Pen): void {
  const line = path(wobble(resample(rounded(raw, inch * 2, false), 9, false), 3.2, random));
  put(
    'water',
    `<path d="${line}" fill="none" stroke="var(--water-line)" stroke-width="3.4" stroke-linejoin="round"/><path d="${line}" fill="none" stroke="var(--water)" stroke-width="1.7" stroke-linejoin="round"/>`,
  );
}

function river({ raw, random, inch, fine, width, put }: Pen): void {
  const points = wobble(resample(rounded(raw, inch * 2, false), 9, false), 1.5, random);
  const w = Math.max(14 * fine, width);
  const line = path(points);
  put(
    'water',
    `<path d="${line}" fill="none" stroke="var(--water-line)" stroke-width="${f(w + 2)}" stroke-linejoin="round"/><path d="${line}" fill="none" stroke="var(--water)" stroke-width="${f(w)}" stroke-linejoin="round"/>`,
  );
  for (const o of [0.36, 0.24, 0.08, -0.08, -0.24, -0.36])
    put('water', `<path d="${path(beside(points, w * o))}" fill="none" stroke="var(--water-line)" stroke-width=".6" opacity="${Math.abs(o) > 0.3 ? 0.8 : Math.abs(o) > 0.2 ? 0.5 : 0.25}"/>`);
}

function ford({ raw, width, put }: Pen): void {
  put('road', `<path d="${path(raw)}" stroke="var(--t-line)" stroke-width="${f(Math.max(8, width))}" stroke-dasharray="1.5 2.5" opacity=".75"/>`);
}

function road({ raw, random, inch, fine, piece, put }: Pen): void {
  const isPaved = piece.kind === 'highway';
  const points = wobble(resample(rounded(raw, inch * 2.4, false), 14, false), isPaved ? 0.5 : 1.6, random);
  const w = (isPaved ? 6 : 4.2) * Math.max(0.6, fine);
  const line = path(points);
  put('road', `<path d="${line}" fill="none" stroke="var(--road-line)" stroke-width="${f(w + (isPaved ? 2.4 : 1.6))}" ${isPaved ? '' : 'stroke-dasharray="7 2"'}/>`);
  put('roadTop', `<path d="${line}" fill="none" stroke="var(--road)" stroke-width="${f(w)}"/>`);
  if (!isPaved) return;
  put('roadTop', `<path d="${line}" fill="none" stroke="var(--road-line)" stroke-width=".6" opacity=".55"/>`);
  for (const side of [-1, 1])
    put('roadTop', `<path d="${path(beside(points, side * (w + 0.6)))}" fill="none" stroke="var(--t-line)" stroke-width="2.3" stroke-dasharray="0 11" stroke-linecap="round" opacity=".65"/>`);
}

function bridge({ raw, fine, put }: Pen): void {
  let a = raw[0];
  let b = raw[raw.length - 1];
  const least = 17 * fine;
  const long = dist(a, b) || 1;
  if (long < least) {
    const m = lerp(a, b, 0.5);
    const u: Point = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    a = [m[0] - (u[0] * least) / 2, m[1] - (u[1] * least) / 2];
    b = [m[0] + (u[0] * least) / 2, m[1] + (u[1] * least) / 2];
  }
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const half = dist(a, b) / 2;
  const m = lerp(a, b, 0.5);
  put(
    'line',
    `<g transform="translate(${f(m[0])} ${f(m[1])}) rotate(${f(angle)})"><rect x="${f(-half)}" y="-4" width="${f(half * 2)}" height="8" fill="var(--road)"/><path d="M${f(-half - 3)} -7.5L${f(-half)} -4.5H${f(half)}L${f(half + 3)} -7.5M${f(-half - 3)} 7.5L${f(-half)} 4.5H${f(half)}L${f(half + 3)} 7.5" fill="none" stroke="var(--ink)" stroke-width="1.5"/></g>`,
  );
}

function houseShape(w: number, h: number, isChurch: boolean, hasWing: boolean, sx: number): string {
  if (isChurch)
    return `M${f(-w * 0.5)} ${f(-h * 0.3)}H${f(w * 0.1)}V${f(-h * 0.62)}H${f(w * 0.34)}V${f(-h * 0.3)}H${f(w * 0.5)}V${f(h * 0.3)}H${f(w * 0.34)}V${f(h * 0.62)}H${f(w * 0.1)}V${f(h * 0.3)}H${f(-w * 0.5)}Z`;
  if (hasWing) return `M${f((-w / 2) * sx)} ${f(-h / 2)}H${f((w / 2) * sx)}V${f(h * 0.95)}H${f(w * 0.12 * sx)}V${f(h / 2)}H${f((-w / 2) * sx)}Z`;
  return `M${f(-w / 2)} ${f(-h / 2)}H${f(w / 2)}V${f(h / 2)}H${f(-w / 2)}Z`;
}

function village({ raw, random, inch, fine, piece, put }: Pen): void {
  const isWooden = piece.kind.endsWith('wooden');
  put('built', `<path d="${path(rounded(raw, 3, true), true)}" fill="var(--plot)" stroke="var(--stone-line)" stroke-width=".9" stroke-dasharray="4 2"/>`);
  const box = bounds(raw);
  const cell = Math.max(11 * fine, inch * 0.9);
  const columns = Math.min(9, Math.max(2, Math.round((box.right - box.left) / cell)));
  const rows = Math.min(9, Math.max(2, Math.round((box.bottom - box.top) / cell)));
  const cw = (box.right - box.left) / columns;
  const ch = (box.bottom - box.top) / rows;
  const church = !isWooden && columns > 2 ? 1 + Math.floor(random() * (columns - 2)) : -1;
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const isChurch = i === church && j === 1;
      const isYard = columns > 2 && rows > 2 && i > 0 && j > 0 && i < columns - 1 && j < rows - 1;
      if (!isChurch && ((isYard && random() < 0.7) || random() < 0.1)) continue;
      const w = cw * (0.62 + random() * 0.26);
      const h = ch * (0.42 + random() * 0.22);
      const x = box.left + cw * (i + 0.5) + (random() - 0.5) * cw * 0.12;
      const y = box.top + ch * (j + 0.5) + (random() - 0.5) * ch * 0.14;
      if (!inside([x, y], raw)) continue;
      const shape = houseShape(w, h, isChurch, !isChurch && random() < 0.5, random() < 0.5 ? -1 : 1);
      put(
        'built',
        `<g transform="translate(${f(x)} ${f(y)}) rotate(${f((random() - 0.5) * 10)})"><path d="${shape}" transform="translate(1.5 1.5)" fill="var(--t-shade)" opacity=".55"/><path d="${shape}" fill="url(#${isWooden ? 'timber' : 'stone'}-hatch)" stroke="var(--stone-line)" stroke-width=".9"/></g>`,
      );
    }
}

function wall({ raw, put }: Pen): void {
  const line = path(raw);
  put('line', `<path d="${line}" fill="none" stroke="var(--stone-line)" stroke-width="4"/><path d="${line}" fill="none" stroke="var(--wall)" stroke-width="2.2" stroke-dasharray="5 1.2"/>`);
}

function hedge({ raw, random, fine, put }: Pen): void {
  const size = Math.max(0.6, fine);
  for (const [x, y] of resample(wobble(resample(raw, 6, false), 1, random), 5.2 * size, false))
    put('line', `<circle cx="${f(x)}" cy="${f(y)}" r="${f((2.2 + random() * 0.9) * size)}" fill="var(--hedge)" stroke="var(--t-line)" stroke-width=".7"/>`);
}

function works({ raw, piece, put }: Pen): void {
  const isPrepared = piece.kind === 'works-prepared';
  const points = resample(raw, isPrepared ? 4.5 : 6, false);
  const reach = isPrepared ? 9 : 6.5;
  let strokes = '';
  for (let i = 1; i < points.length - 1; i++) {
    const a = points[i - 1];
    const b = points[i + 1];
    const l = dist(a, b) || 1;
    const nx = (b[1] - a[1]) / l;
    const ny = -(b[0] - a[0]) / l;
    const p = points[i];
    strokes += `M${f(p[0] + nx * 2)} ${f(p[1] + ny * 2)}L${f(p[0] + nx * reach)} ${f(p[1] + ny * reach)}`;
  }
  put('line', `<path d="${strokes}" stroke="var(--hach-strong)" stroke-width="1"/><path d="${path(raw)}" fill="none" stroke="var(--ink)" stroke-width="${isPrepared ? 4.2 : 2.4}" stroke-linejoin="miter"/>`);
  if (isPrepared)
    put('line', `<path d="${path(raw)}" fill="none" stroke="var(--works)" stroke-width="1.8"/><path d="${path(beside(raw, -11))}" fill="none" stroke="var(--ink)" stroke-width=".8"/>`);
}

const DRAWN: Record<string, (pen: Pen) => void> = {
  hill,
  rough,
  dense,
  marsh,
  impassable: rocks,
  wood,
  'dense-wood': wood,
  stream,
  river,
  ford,
  road,
  highway: road,
  bridge,
  'built-stone': village,
  'built-wooden': village,
  'built-up-stone': village,
  'built-up-wooden': village,
  wall,
  hedge,
  'works-hasty': works,
  'works-prepared': works,
};

/// All pieces of a table as markup. `fine` below 1 draws signs smaller, for pictures of the whole table.
export function ground(pieces: readonly Piece[], view: View, seed: string, fine = 1): string {
  const layers = Object.fromEntries(LAYERS.map((l) => [l, ''])) as Record<Layer, string>;
  pieces.forEach((piece, i) => {
    const draw = DRAWN[piece.kind];
    if (!draw || piece.points.length < 2) return;
    draw({
      piece,
      raw: piece.points.map(view.at),
      random: seeded(`${seed}:${i}`),
      inch: view.inch,
      fine,
      width: (piece.width ?? 0) * view.k,
      put: (layer, markup) => (layers[layer] += markup),
    });
  });
  return `<g class="ground">${LAYERS.map((l) => layers[l]).join('')}</g>`;
}

/// The frame of the table with marks along its edge, as on an engraved plan.
export function neatline(width: number, height: number, step: number): string {
  let marks = '';
  for (let i = 0; i * step < width; i += 2) {
    const to = f(Math.min(width, (i + 1) * step));
    marks += `M${f(i * step)} -3.5H${to}M${f(i * step)} ${f(height + 3.5)}H${to}`;
  }
  for (let i = 0; i * step < height; i += 2) {
    const to = f(Math.min(height, (i + 1) * step));
    marks += `M-3.5 ${f(i * step)}V${to}M${f(width + 3.5)} ${f(i * step)}V${to}`;
  }
  return `<g fill="none" stroke="var(--ink)"><rect width="${f(width)}" height="${f(height)}" stroke-width="1"/><rect x="-7" y="-7" width="${f(width + 14)}" height="${f(height + 14)}" stroke-width="1.4"/><path d="${marks}" stroke-width="3"/></g>`;
}
