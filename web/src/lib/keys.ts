// The keys of the table, as the list behind ? says them.
import type { Eye } from './eye.svelte';
import type { Game } from './game.svelte';

export const KEY_LIST: [string, string][] = [
  ['N, Shift N', 'next, last one who may act'],
  ['1 – 9', 'what the chosen one may do, in its order'],
  ['[ and ]', 'one way to do it after the other; ] folds the panel when nothing is chosen'],
  ['F', 'the next formation'],
  ['Enter', 'commit what is weighed'],
  ['Esc', 'back'],
  ['D', 'done: go on'],
  ['Y', 'the first plain answer'],
  ['U', 'undo, or ask to take back'],
  ['H', 'a hint'],
  ['Tab', 'from unit to unit on the board'],
  ['Arrows', 'shift the table'],
  ['+ − 0', 'nearer, farther, whole table'],
  ['R', 'turn the table'],
  ['M', 'measure'],
  ['L', 'whom the chosen unit sees'],
  ['V', 'everything as a list'],
  ['O', 'Formations and their orders'],
  ['Space', 'skip the film'],
  ['?', 'this list'],
];

export interface PageKeys {
  measure: () => void;
  sight: () => void;
  list: () => void;
  fold: () => void;
  orders: () => void;
  help: () => void;
  escape: () => void;
}

const PAN = 80;
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN] };

/// One of the ways of the chosen verb after the other.
function cycle(game: Game, step: 1 | -1): boolean {
  const ways = game.answers.filter((c) => game.verb === null || (c.verb === game.verb && (game.formation === null || c.formation === undefined || c.formation === game.formation)));
  if (ways.length === 0) return false;
  const at = ways.findIndex((c) => c.act === game.weighed?.act);
  const way = ways[at < 0 ? (step > 0 ? 0 : ways.length - 1) : (at + step + ways.length) % ways.length];
  game.verb = way.verb;
  game.weigh(way);
  return true;
}

function reform(game: Game): boolean {
  const list = game.formations;
  if (list.length < 2) return false;
  game.chooseFormation(list[(list.indexOf(game.formation ?? -1) + 1) % list.length]);
  return true;
}

function decide(game: Game, key: string): boolean {
  const words = (c: { verb: number }) => game.battle!.sheet.verbs[c.verb].word;
  const pass = game.bare.find((c) => ['pass', 'done', 'no'].includes(words(c)));
  if (key === 'd' && pass) return (void game.commit(pass), true);
  if (key === 'y' && game.bare[0]) return (void game.commit(game.bare[0]), true);
  if (key === 'f') return reform(game);
  if (key === 'u') return (void game.undo(), true);
  if (key === 'h' && game.isMine) return (void game.askHint(), true);
  if (/^[1-9]$/.test(key)) {
    const verbs = [...new Set(game.answers.map((c) => c.verb))];
    const verb = verbs[Number(key) - 1];
    if (verb === undefined) return false;
    return (game.chooseVerb(verb), true);
  }
  return false;
}

/// True if the key meant something.
export function keyed(e: KeyboardEvent, game: Game, eye: Eye, page: PageKeys): boolean {
  const onButton = (e.target as Element).closest('button, a, [role="tab"], summary') !== null;
  if (game.film.isRunning && (e.key === ' ' || e.key === 'Enter' || e.key === 'Escape')) return (game.film.finish(), true);
  if (game.isHeld && e.key === 'Enter' && !onButton) return (game.begin(), true);
  if (e.key === 'Escape') return (page.escape(), true);
  if (e.key === '?') return (page.help(), true);
  if (ARROWS[e.key]) return (eye.pan(...ARROWS[e.key]), true);
  if (e.key === '+' || e.key === '=') return (eye.zoom(1.3), true);
  if (e.key === '-' || e.key === '−') return (eye.zoom(1 / 1.3), true);
  if (e.key === '0') return (eye.fit(), true);
  if (e.key === ']' && (!game.chosen || game.answers.length === 0)) return (page.fold(), true);
  if (!game.state) return false;
  if (e.key === ']') return cycle(game, 1);
  if (e.key === '[') return cycle(game, -1);
  if (e.key === 'Enter' && !onButton && game.weighed) return (void game.commit(), true);
  const key = e.key.toLowerCase();
  if (key === 'n') return (game.next(e.shiftKey ? -1 : 1), true);
  if (key === 'r') return (eye.rotate(e.shiftKey ? 1 : 2), true);
  if (key === 'm') return (page.measure(), true);
  if (key === 'l') return (page.sight(), true);
  if (key === 'v') return (page.list(), true);
  if (key === 'o') return (page.orders(), true);
  return decide(game, key);
}
