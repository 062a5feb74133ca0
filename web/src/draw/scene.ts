// The whole table at one moment: which bodies stand where on the layer, what each looks like at this distance, and the
// lettering that fits. Everything that a person sees of the troops is decided here; components only put it on the page.
import type { Battle, LeaderState, State, UnitState } from '../lib/types';
import { HEADINGS, type View } from './camera';
import { bounds, corners, grown, hull, inside, overlaps, rounded, type Box, type Point } from './geometry';
import { bodyBoxes, place, textWidth, type Placed, type Wanted } from './labels';
import { more, sign, signsOf, strength, strengthWidth } from './signs';
import { block, distantBlock, type Block } from './troops';

/// How near the eye is: by how many pixels a usual body has on the screen.
export type Distance = 'far' | 'middle' | 'near';

export interface Body {
  i: number;
  x: number;
  y: number;
  degrees: number;
  w: number;
  d: number;
  markup: string;
  signs: string;
  corners: Point[];
}

export interface Rider {
  i: number;
  x: number;
  y: number;
  stars: number;
}

export interface Tint {
  group: number;
  side: number;
  outline: Point[];
}

export interface Scene {
  distance: Distance;
  bodies: Body[];
  riders: Rider[];
  tints: Tint[];
  labels: Placed[];
}

export interface Emphasis {
  chosen: readonly number[];
  targets: readonly number[];
  hovered: number | null;
  notes?: readonly Wanted[]; // lettering of marks
  fonts: number; // how often fonts have arrived: lettering is measured in them
}

const STARS: Record<string, number> = { brigade: 1, division: 2, corps: 2, army: 3 };

export function distanceOf(state: State, view: View): Distance {
  const sizes = state.units.filter((u) => u.presence === 'table' && u.w > 0).map((u) => Math.sqrt(u.w * u.d)).sort((a, b) => a - b);
  const size = (sizes[sizes.length >> 1] ?? 500) * view.k;
  return size < 15 ? 'far' : size < 30 ? 'middle' : 'near';
}

export function blockOf(battle: Battle, unit: UnitState, k: number): Block {
  const card = battle.units[unit.i];
  const shape = battle.sheet.formations[unit.f]?.shape ?? 'line';
  return {
    nation: card.nation,
    side: card.side,
    arm: card.arm,
    troopClass: card.class,
    traits: card.traits,
    shape: isGarrisoned(battle, unit, shape) ? 'garrison' : shape,
    w: unit.w * k,
    d: unit.d * k,
    states: unit.states,
    bases: basesOf(battle, unit),
  };
}

/// Where the strength of units is counted in bases, they are drawn one by one.
function basesOf(battle: Battle, unit: UnitState): Block['bases'] {
  const whole = battle.units[unit.i].whole ?? 0;
  if (battle.sheet.figures[battle.sheet.strength_figure] !== 'bases' || whole < 2) return undefined;
  return { left: Math.max(0, whole - unit.losses), whole };
}

/// Infantry that stands in a village is drawn as its garrison: a rim around the houses.
function isGarrisoned(battle: Battle, unit: UnitState, shape: string): boolean {
  if (shape === 'garrison') return true;
  if (battle.units[unit.i].arm !== 'infantry' || shape === 'open-order' || shape === 'march-column') return false;
  return battle.pieces.some((p) => p.kind.startsWith('built') && p.points.length > 2 && inside([unit.x, unit.y], p.points));
}

function signsMarkup(unit: UnitState, w: number, d: number, degrees: number, distance: Distance, attached: boolean): string {
  const all = signsOf(attached ? [...unit.states, 'attached'] : unit.states, distance !== 'near');
  const shown = all.slice(0, 2);
  const size = distance === 'near' ? 8 : 5.5;
  let s = shown.map((k, i) => sign(k, w / 2 - 2 - i * size * 2.4, d / 2, size, degrees)).join('');
  if (all.length > 2 && distance === 'near') s += more(all.length - 2, w / 2 - 2 - 2 * size * 2.4, d / 2, degrees);
  return s;
}

function bodyOf(battle: Battle, unit: UnitState, view: View, distance: Distance, attached: boolean): Body {
  const [x, y] = view.at([unit.x, unit.y]);
  const b = blockOf(battle, unit, view.k);
  const degrees = view.degrees(unit.h) % 360;
  return {
    i: unit.i,
    x,
    y,
    degrees,
    w: b.w,
    d: b.d,
    markup: distance === 'near' ? block(b) : distance === 'middle' && Math.sqrt(b.w * b.d) > 20 ? block(b) : distantBlock(b),
    signs: signsMarkup(unit, b.w, b.d, degrees, distance, attached),
    corners: corners(x, y, b.w, b.d, degrees),
  };
}

const NAME = "600 12px 'Source Sans 3'";
const GROUP = "italic 500 16px 'EB Garamond'";
const LEADER = "italic 500 14px 'EB Garamond'";

/// Where the rear of a body is on the screen, and how far its edge is from the middle upwards or downwards.
function behind(body: Body, h: number): Point[] {
  const r = (body.degrees * Math.PI) / 180;
  const back: Point = [-Math.sin(r), Math.cos(r)];
  const reachY = Math.abs(Math.cos(r)) * (body.d / 2) + Math.abs(Math.sin(r)) * (body.w / 2);
  const reachX = Math.abs(Math.cos(r)) * (body.w / 2) + Math.abs(Math.sin(r)) * (body.d / 2);
  const below = back[1] >= -0.2;
  const near: Point = [body.x + back[0] * (body.d / 2), body.y + back[1] * (body.d / 2) + (below ? 1 : -1) * (h / 2 + 3 + Math.abs(Math.sin(r)) * body.w * 0.13)];
  const gap = h / 2 + 4;
  const rear: Point = [body.x, body.y + (below ? 1 : -1) * (reachY + gap)];
  const other: Point = [body.x, body.y - (below ? 1 : -1) * (reachY + gap + 7)];
  return [near, rear, [rear[0] - reachX * 0.5, rear[1]], [rear[0] + reachX * 0.5, rear[1]], other, [body.x - reachX - 40, body.y], [body.x + reachX + 40, body.y]];
}

function unitLabel(battle: Battle, unit: UnitState, body: Body, rank: number, distance: Distance): Wanted {
  const card = battle.units[unit.i];
  const hasDots = distance === 'near' && (card.whole ?? 0) > 0;
  const w = Math.max(textWidth(card.name, NAME) + 6, hasDots ? strengthWidth(card.whole!) : 0);
  const h = hasDots ? 27 : 15;
  return { key: `u${unit.i}`, text: card.name, kind: 'u-name', rank, w, h, places: behind(body, h), extra: { whole: hasDots ? card.whole! : 0, lost: unit.losses } };
}

/// Ways to letter a piece of ground: along its middle.
function groundLabels(battle: Battle, view: View): Wanted[] {
  const kinds: Record<string, [string, string, number]> = {
    hill: ['map-hill', "500 15px 'EB Garamond'", 3.3],
    wood: ['map-wood', "italic 500 18px 'EB Garamond'", 1.1],
    'dense-wood': ['map-wood', "italic 500 18px 'EB Garamond'", 1.1],
    stream: ['map-water', "italic 500 15px 'EB Garamond'", 0.75],
    river: ['map-water', "italic 500 15px 'EB Garamond'", 0.75],
    marsh: ['map-water', "italic 500 15px 'EB Garamond'", 0.75],
  };
  const seen = new Set<string>();
  const out: Wanted[] = [];
  battle.pieces.forEach((piece, i) => {
    const name = piece.name;
    if (!name || seen.has(name)) return;
    seen.add(name);
    const [kind, font, spacing] = kinds[piece.kind] ?? ['map-name', "italic 500 17px 'EB Garamond'", 0];
    const text = kind === 'map-hill' ? name.toUpperCase() : name;
    const points = piece.points.map(view.at);
    const box = bounds(points);
    const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const w = textWidth(text, font, spacing) + 6;
    const isBuilt = piece.kind.startsWith('built');
    const places: Point[] = isBuilt
      ? [[box.right + w / 2 + 5, middle[1]], [box.left - w / 2 - 5, middle[1]], [middle[0], box.top - 14], [middle[0], box.bottom + 14]]
      : kind === 'map-water'
        ? points.slice(0, -1).map((p, j): Point => [(p[0] + points[j + 1][0]) / 2, (p[1] + points[j + 1][1]) / 2 - 13])
        : spread(middle, box);
    out.push({ key: `p${i}`, text, kind, rank: isBuilt ? 70 : 40, w, h: 18, places, isUnder: kind === 'map-hill' || kind === 'map-wood' });
  });
  return out;
}

function spread([x, y]: Point, box: Box): Point[] {
  const dx = (box.right - box.left) / 5;
  const dy = (box.bottom - box.top) / 5;
  return [[x, y], [x, y - dy], [x, y + dy], [x - dx, y], [x + dx, y], [x - dx, y - dy], [x + dx, y - dy], [x - dx, y + dy], [x + dx, y + dy]];
}

function tintsOf(battle: Battle, state: State, bodies: ReadonlyMap<number, Body>): Tint[] {
  const groups = new Map<number, Point[]>();
  for (const unit of state.units) {
    const body = bodies.get(unit.i);
    if (!body) continue;
    const group = unit.group ?? battle.units[unit.i].group;
    groups.set(group, [...(groups.get(group) ?? []), ...body.corners]);
  }
  return [...groups].map(([group, points]) => ({ group, side: battle.groups[group].side, outline: rounded(grown(hull(points), 9), 12, true) }));
}

function tintLabels(battle: Battle, tints: readonly Tint[], rankBase: number): Wanted[] {
  return tints.map((t) => {
    const box = bounds(t.outline);
    const text = battle.groups[t.group].name;
    const w = textWidth(text, GROUP) + 6;
    const x = (box.left + box.right) / 2;
    return { key: `g${t.group}`, text, kind: 'g-name', rank: rankBase, w, h: 18, places: [[x, box.bottom + 12], [x, box.top - 11], [box.right + w / 2 + 4, (box.top + box.bottom) / 2], [box.left - w / 2 - 4, (box.top + box.bottom) / 2]] };
  });
}

function ridersOf(battle: Battle, state: State, view: View): Rider[] {
  return state.leaders
    .filter((l) => l.presence === 'table' && l.attached === undefined)
    .map((l) => {
      const [x, y] = view.at([l.x, l.y]);
      return { i: l.i, x, y, stars: STARS[battle.leaders[l.i].rank] ?? 1 };
    });
}

const discOf = (x: number, y: number): Box => ({ left: x - 13, right: x + 13, top: y - 20, bottom: y + 13 });

/// Leaders stand beside bodies and other leaders, not on them: the nearest free place around where they are.
function stepAside(riders: Rider[], bodies: readonly Body[], view: View): void {
  const taken = bodies.flatMap((b) => bodyBoxes(b.corners));
  for (const rider of riders) {
    const isOn = (x: number, y: number) => x > 12 && y > 19 && x < view.width - 12 && y < view.height - 12;
    const free = (x: number, y: number) => isOn(x, y) && !taken.some((b) => overlaps(b, discOf(x, y)));
    const { x, y } = rider;
    search: for (let r = 0; r <= 96; r += 8)
      for (let a = 0; a < (r ? 12 : 1); a++) {
        const at: Point = [x + r * Math.cos(((a + 1) * Math.PI) / 6), y + r * Math.sin(((a + 1) * Math.PI) / 6)];
        if (!free(...at)) continue;
        [rider.x, rider.y] = at;
        break search;
      }
    taken.push(discOf(rider.x, rider.y));
  }
}

export function sceneOf(battle: Battle, state: State, view: View, emphasis: Emphasis): Scene {
  const distance = distanceOf(state, view);
  const attached = new Set(state.leaders.filter((l: LeaderState) => l.presence === 'table' && l.attached !== undefined).map((l) => l.attached));
  const units = state.units.filter((u) => u.presence === 'table' && u.w > 0);
  const bodies = units.map((u) => bodyOf(battle, u, view, distance, attached.has(u.i)));
  const byUnit = new Map(bodies.map((b) => [b.i, b]));
  const riders = ridersOf(battle, state, view);
  stepAside(riders, bodies, view);
  const tints = distance === 'near' ? [] : tintsOf(battle, state, byUnit);
  const wanted: Wanted[] = [...groundLabels(battle, view), ...(emphasis.notes ?? [])];
  units.forEach((u, n) => {
    const rank = emphasis.chosen.includes(u.i) ? 100 : emphasis.targets.includes(u.i) || emphasis.hovered === u.i ? 95 : 60 - n * 0.01;
    if (distance === 'near' || rank >= 95) wanted.push(unitLabel(battle, u, bodies[n], rank, distance));
  });
  wanted.push(...tintLabels(battle, tints, distance === 'far' ? 80 : 65));
  for (const rider of riders) {
    const name = battle.leaders[rider.i].name;
    const w = textWidth(name, LEADER) + 6;
    const r = rider.stars > 2 ? 24 : 21;
    if (distance === 'near' || rider.stars > 2)
      wanted.push({ key: `l${rider.i}`, text: name, kind: 'c-name', rank: 50 + rider.stars, w, h: 16, places: [[rider.x, rider.y + r], [rider.x + w / 2 + 16, rider.y], [rider.x - w / 2 - 16, rider.y]] });
  }
  const posts: Box[] = [
    ...riders.map((r) => discOf(r.x, r.y)),
    ...battle.objectives.map((o): Box => {
      const [x, y] = view.at([o.x, o.y]);
      return { left: x - 4, right: x + 21, top: y - 26, bottom: y + 4 };
    }),
  ];
  const troops = bodies.flatMap((b) => bodyBoxes(b.corners));
  const labels = place(wanted, troops, { left: 3, top: 3, right: view.width - 3, bottom: view.height - 3 }, posts);
  return { distance, bodies, riders, tints, labels };
}

/// The strength dots of a label; they stand above its name.
export function dotsOf(label: Placed): string {
  return label.extra && label.extra.whole > 0 ? strength(label.x, label.y - 7.5, label.extra.whole, label.extra.lost) : '';
}

/// The part of the table that matters: troops and objectives, in its own lengths (top is the lesser y).
export function scope(battle: Battle, state: State): Box | null {
  const points: Point[] = [
    ...state.units.filter((u) => u.presence === 'table').map((u): Point => [u.x, u.y]),
    ...state.leaders.filter((l) => l.presence === 'table').map((l): Point => [l.x, l.y]),
    ...battle.objectives.map((o): Point => [o.x, o.y]),
  ];
  return points.length > 1 ? bounds(points) : null;
}

/// The compass point that a heading looks to, in words.
export function compass(heading: number): string {
  const names = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
  return names[Math.round((heading / HEADINGS) * 8) % 8];
}
