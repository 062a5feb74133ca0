// Files to take away: the map as a picture that stands alone, dice and events as a table.
import type { Battle, Step } from './types';

export function save(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// A picture with its colours and lettering inside, so that it needs no style sheet.
export function pictureOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const style = getComputedStyle(document.documentElement);
  const text = new XMLSerializer().serializeToString(copy).replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim() || 'none');
  const rules: string[] = [];
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) if (rule instanceof CSSStyleRule && /^\.(map-|u-name|g-name|c-|o-val|b-num|tick|scale)/.test(rule.selectorText)) rules.push(rule.cssText.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim()));
  return text.replace(/<defs>/, `<style>${rules.join(' ')}</style><defs>`);
}

const cell = (value: unknown): string => {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/// One row for every event, with the names of who it is about.
export function csvOf(steps: readonly Step[], battle: Battle): string {
  const name = (a?: { unit?: number; group?: number; leader?: number }) => (a?.unit !== undefined ? battle.units[a.unit].name : a?.group !== undefined ? battle.groups[a.group].name : a?.leader !== undefined ? battle.leaders[a.leader].name : '');
  const rows = [['answer', 'turn', 'phase', 'side', 'kind', 'what', 'clause', 'who', 'at', 'value', 'before', 'after', 'dice', 'faces', 'need']];
  for (const s of steps)
    for (const e of s.events)
      rows.push([s.n, s.turn, s.phase, battle.sides[s.side]?.name, e.kind, e.what, e.clause, name(e.who), name(e.at), e.value, e.before, e.after, e.dice, e.faces?.join(' '), e.need].map(cell));
  return rows.map((r) => r.join(',')).join('\n') + '\n';
}
