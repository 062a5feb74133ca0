// The seats that this browser has taken: tokens by game, kept in the browser only.
export interface Kept {
  game: string;
  title: string;
  sheet: string;
  tokens: (string | null)[];
  side: number | 'both';
  opponent: string;
  seen: number; // when it was last open, in milliseconds
  turn?: number;
  isOver?: boolean;
}

const KEY = 'limber.games';

export function keptGames(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return list.sort((a, b) => b.seen - a.seen);
  } catch {
    return [];
  }
}

export const keptGame = (id: string): Kept | undefined => keptGames().find((g) => g.game === id);

export function keep(entry: Kept): void {
  const rest = keptGames().filter((g) => g.game !== entry.game);
  localStorage.setItem(KEY, JSON.stringify([entry, ...rest].slice(0, 40)));
}

export function forget(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(keptGames().filter((g) => g.game !== id)));
}
