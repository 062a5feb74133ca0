// Signs: the states of troops, strength dots, commanders and flags. A sign has an outline of its own, so that nothing is
// told by colour alone. The words are the engine's; a word without a sign here is shown in the unit's card only.
import { escaped, f } from './geometry';
import { coatOf } from './nations';

const STROKE = 'fill="none" stroke="var(--b-ink)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"';
const disc = (fill: string) => `<circle r="8" fill="${fill}" stroke="var(--ink)" stroke-width="1.2"/>`;
const lozenge = (fill: string) => `<path d="M0-9.5L9.5 0L0 9.5L-9.5 0Z" fill="${fill}" stroke="var(--ink)" stroke-width="1.2"/>`;
const square = (fill: string) => `<rect x="-7.5" y="-7.5" width="15" height="15" rx="1.5" fill="${fill}" stroke="var(--ink)" stroke-width="1.2"/>`;
export const STAR = 'M0-5L1.5-1.6L5-1.3L2.3 1L3.2 4.5L0 2.6L-3.2 4.5L-2.3 1L-5-1.3L-1.5-1.6Z';

const SIGNS: Record<string, string> = {
  shaken: lozenge('var(--b-shaken)') + `<path d="M-4.5 1.5L-2-2L0 1.5L2-2L4.5 1.5" ${STROKE}/>`,
  disordered: lozenge('var(--b-paper)') + `<path d="M-4-1.5L-.5-3.5M.5 .8L4-.8M-3.5 3.5L0 2" ${STROKE}/>`,
  unsettled: lozenge('var(--b-paper)') + `<path d="M-3.5 .8L3.5-.8" ${STROKE}/>`,
  wavering: square('var(--b-shaken)') + `<path d="M-3.5 5V-5M-3.5-5C-1-6.5 1-3 4.5-4.5V0C1 1.5-1-2-3.5-.5" ${STROKE}/>`,
  routed:
    '<path d="M-9-8H9V3L0 10L-9 3Z" fill="var(--b-bad)" stroke="var(--ink)" stroke-width="1.2"/><path d="M-4-4L0-.5L4-4M-4 1L0 4.5L4 1" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>',
  acted: disc('var(--b-mute)') + '<path d="M-3.6 .2L-1 2.9L3.8-2.9" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  fired: disc('var(--b-mute)') + '<path d="M-4.5 2.5C-6 .5-3.5-2-2-1-1.5-4 2.5-4 3-1.2 5.5-1.2 5.5 2.5 3.5 2.5Z" fill="#fff"/>',
  moved: disc('var(--b-mute)') + '<path d="M-4.5 0H3M0-3.200L3.800 0L0 3.200" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>',
  charged: disc('var(--b-mute)') + '<path d="M-4 4L3.500-3.500M-.5-3.800H3.800V.5" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>',
  fought: disc('var(--b-mute)') + '<path d="M-4-4L4 4M4-4L-4 4" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>',
  unreached:
    '<circle r="8" fill="var(--b-paper)" stroke="var(--ink)" stroke-width="1.6" stroke-dasharray="4.5 2.6"/><circle r="2.3" fill="var(--b-ink)"/>' + `<path d="M3 -3L6-6" ${STROKE}/>`,
  attached: disc('var(--gold)') + `<path d="${STAR}" fill="var(--b-ink)"/>`,
  reforming: disc('var(--b-paper)') + `<path d="M4-2.500A4.300 4.300 0 1 0 4.300 1.500M4.300-5V-2H1.300" ${STROKE}/>`,
};
SIGNS.skirmished = SIGNS.fired;

/// Which states are worth a sign on the table, the gravest first.
const GRAVE = ['routed', 'shaken', 'disordered', 'unsettled', 'wavering'];
const BOOK = ['unreached', 'reforming', 'attached', 'fought', 'charged', 'fired', 'skirmished', 'acted', 'moved'];

export const signsOf = (states: readonly string[], gravest: boolean): string[] => [...GRAVE, ...(gravest ? [] : BOOK)].filter((s) => states.includes(s));

/// A sign at a place; `turned` keeps it upright on a body that is turned by so many degrees.
export function sign(kind: string, x: number, y: number, size = 8, turned = 0): string {
  const drawn = SIGNS[kind];
  return drawn ? `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(-turned)}) scale(${(size / 8).toFixed(2)})">${drawn}</g>` : '';
}

export function more(count: number, x: number, y: number, turned = 0): string {
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(-turned)})"><circle r="7" fill="var(--b-paper)" stroke="var(--ink)"/><text class="b-num" y="3.5" text-anchor="middle">+${count}</text></g>`;
}

/// Strength: so many points, so many of them lost; more than eight as a figure.
export function strength(x: number, y: number, whole: number, lost: number, r = 2.6): string {
  if (whole <= 0) return '';
  const left = Math.max(0, whole - lost);
  if (whole > 8)
    return `<g transform="translate(${f(x)} ${f(y)})"><rect x="-15" y="-6.500" width="30" height="13" rx="6.500" fill="var(--halo)" opacity=".9"/><text class="b-num strength" y="3.600" text-anchor="middle" fill="var(--ink)">${left}/${whole}</text></g>`;
  const gap = r * 2 + 2.2;
  const w = (whole - 1) * gap;
  let s = `<rect x="${f(x - w / 2 - r - 3)}" y="${f(y - r - 2)}" width="${f(w + 2 * r + 6)}" height="${f(2 * r + 4)}" rx="${f(r + 2)}" fill="var(--halo)" opacity=".88"/>`;
  for (let i = 0; i < whole; i++) {
    const cx = x - w / 2 + i * gap;
    s +=
      i < left
        ? `<circle cx="${f(cx)}" cy="${f(y)}" r="${r}" fill="var(--ink)"/>`
        : `<circle cx="${f(cx)}" cy="${f(y)}" r="${f(r - 0.5)}" fill="none" stroke="var(--loss)" stroke-width="1.3"/><path d="M${f(cx - r)} ${f(y + r)}L${f(cx + r)} ${f(y - r)}" stroke="var(--loss)" stroke-width="1.3"/>`;
  }
  return s;
}

export const strengthWidth = (whole: number, r = 2.6): number => (whole > 8 ? 30 : (whole - 1) * (r * 2 + 2.2) + 2 * r + 6);

export function commander(x: number, y: number, nation: string, name: string, stars: number, side: number, size = 1): string {
  const coat = coatOf(nation);
  const ink = coat.isLight ? 'var(--b-ink)' : '#fff';
  const isHigh = stars > 2;
  let s = `<g transform="translate(${f(x)} ${f(y)}) scale(${size})"><circle r="${isHigh ? 14 : 11.5}" fill="var(--halo)" stroke="var(--ink)" stroke-width="1.3"/>`;
  if (isHigh) s += '<circle r="11.5" fill="none" stroke="var(--ink)" stroke-width=".9"/>';
  s += `<circle r="9" fill="${coat.coat}" stroke="var(--ink)" stroke-width=".8"/>`;
  if (side === 1) s += `<circle r="7" fill="none" stroke="${coat.isLight ? 'var(--b-ink)' : 'var(--block-line)'}" stroke-width="1"/>`;
  s += `<text y="4" text-anchor="middle" fill="${ink}" class="c-letter">${escaped(initial(name))}</text>`;
  for (let i = 0; i < stars; i++)
    s += `<path transform="translate(${f((i - (stars - 1) / 2) * 7)} ${isHigh ? -18 : -15.5}) scale(.62)" d="${STAR}" fill="var(--ink)" stroke="var(--halo)" stroke-width="2.5" paint-order="stroke"/>`;
  return s + '</g>';
}

/// The letter on a commander's disc: of his name, not of his particles.
export function initial(name: string): string {
  const words = name.split(/\s+/).filter((w) => /^\p{Lu}/u.test(w));
  return (words[words.length - 1] ?? name).charAt(0).toUpperCase();
}

/// A pennon for the first side, a swallow-tail for the second, an empty flag for nobody.
export function flag(x: number, y: number, holder: number | null, value: number, nation: string): string {
  const shape = holder === 0 ? 'M0-24L20-17.5L0-11Z' : holder === 1 ? 'M0-24H20L14-17.5L20-11H0Z' : 'M0-24H19V-11H0Z';
  const coat = coatOf(nation);
  const fill = holder === null ? 'var(--halo)' : coat.coat;
  const ink = holder === null ? 'var(--ink)' : coat.isLight ? 'var(--b-ink)' : '#fff';
  return `<g transform="translate(${f(x)} ${f(y)})"><path d="M0 0V-25" stroke="var(--halo)" stroke-width="5"/><path d="${shape}" fill="${fill}" stroke="var(--ink)" stroke-width="1.3" ${holder === null ? 'stroke-dasharray="3 2"' : ''}/><path d="M0 0V-26" stroke="var(--ink)" stroke-width="2"/><circle r="3.2" fill="var(--ink)"/><text x="7" y="-13.7" text-anchor="middle" class="o-val" fill="${ink}">${value}</text></g>`;
}

/// A small flag beside a name.
export function pennon(side: number, nation: string): string {
  const shape = side ? 'M0 1H18L13 7.5L18 14H0Z' : 'M0 1L18 7.5L0 14Z';
  return `<path d="${shape}" fill="${coatOf(nation).coat}" stroke="var(--ink)" stroke-width="1.3"/><path d="M0 0V18" stroke="var(--ink)" stroke-width="2"/>`;
}

/// An order's place: a disc with its letter; a pending one is hollow and wears an hourglass for every delay.
export function orderMark(x: number, y: number, letter: string, colour: string, isPending: boolean, delay = 0): string {
  let s = `<g transform="translate(${f(x)} ${f(y)})"><circle r="11" fill="${isPending ? 'var(--halo)' : colour}" stroke="var(--halo)" stroke-width="5" opacity=".9"/><circle r="9.5" fill="${isPending ? 'var(--halo)' : colour}" stroke="${colour}" stroke-width="1.8" ${isPending ? 'stroke-dasharray="3.5 2.2"' : ''}/><text y="4.2" text-anchor="middle" class="order-letter" fill="${isPending ? colour : 'var(--halo)'}">${escaped(letter)}</text>`;
  if (delay > 0) {
    s += `<g transform="translate(14 -6)"><rect x="-1" y="-6.5" width="${8 + delay * 9}" height="15" rx="2" fill="var(--halo)" stroke="${colour}" stroke-width="1.1"/>`;
    for (let i = 0; i < delay; i++) s += `<path d="M${4 + i * 9}-3H${11 + i * 9}L${4 + i * 9} 5H${11 + i * 9}Z" fill="${colour}"/>`;
    s += '</g>';
  }
  return s + '</g>';
}
