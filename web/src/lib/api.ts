// The server's JSON API, typed. See docs/api.md; every call either answers what its type says or throws a Refused.
import type { Battle, State, Step } from './types';

export interface SheetInfo {
  id: string;
  name: string;
  short?: string;
}

export interface LevelInfo {
  id: string;
  text: string;
}

export interface ScenarioInfo {
  id: string;
  title: string;
  place: string;
  date: string;
  year: number;
  source: string;
  outcome: string;
  units: number;
  sides: { name: string; nation: string; units: number }[];
  /// The sheets by which it can be played.
  sheets: { id: string; turns: number; units: number; width_tmm: number; depth_tmm: number; balance?: { battles: number; wins: [number, number] } }[];
  notes: string[];
}

export interface Info {
  version: string;
  sheets: SheetInfo[];
  levels: LevelInfo[];
  scenarios: ScenarioInfo[];
}

export interface ScenarioPage {
  scenario: string;
  house?: string;
  battle: Battle;
  state: State;
  text?: string;
}

export interface NewGame {
  scenario: string;
  rules: string;
  house?: string;
  seats: [string, string];
  dice: 'computer' | 'real';
  shared?: boolean; // both seats at one screen
  name?: string;
}

/// A new game that goes on from a record, behind its first answers.
export interface Continued {
  record: string;
  answers: number;
  seats: [string, string];
  dice: 'computer' | 'real';
  shared?: boolean;
  name?: string;
}

export interface Created {
  game: string;
  cursor: number;
  tokens: (string | null)[];
  links: (string | null)[];
}

export interface Seat {
  side: number;
  army: string;
  kind: string;
  name?: string;
  joined?: boolean;
  online?: boolean;
}

export interface GameInfo {
  id: string;
  title: string;
  rules: string;
  seats: Seat[];
  dice: 'computer' | 'real';
  you: 0 | 1 | 'both' | null;
  cursor: number;
  ended: boolean;
  scenario: string;
  house?: string;
}

export interface GameView {
  cursor: number;
  state: string;
  view: State;
  reader: number;
  undo: boolean;
  takeback?: number; // the side that asks for it
  waiting_for: { kind: string; sides: number[]; computer: boolean };
  end?: { winner: number | null; resigned: number | null };
}

/// A record that was sent to be played again.
export interface ReplayInfo {
  rules: string;
  players: string;
  dice: string;
  scenario: string;
  house: string;
  battle: Battle;
  state: State;
  lines: string[];
}

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly why: string,
    readonly clause?: string,
  ) {
    super(why);
  }
}

async function call<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, 'No connection to the server.');
  }
  if (answer.ok) return (await answer.json()) as T;
  let why = `The server answered ${answer.status}.`;
  let clause: string | undefined;
  try {
    const said = (await answer.json()) as { why?: string; error?: string; clause?: string };
    why = said.why ?? said.error ?? why;
    clause = said.clause;
  } catch {
    // no JSON: the number has to do
  }
  throw new Refused(answer.status, why, clause);
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const api = {
  info: () => call<Info>('GET', '/api/info'),
  scenario: (id: string, rules: string) => call<ScenarioPage>('GET', `/api/scenarios/${encodeURIComponent(id)}?rules=${encodeURIComponent(rules)}`),
  create: (wanted: NewGame) => call<Created>('POST', '/api/games', undefined, wanted),
  game: (id: string, token?: string) => call<GameInfo>('GET', game(id), token),
  view: (id: string, token?: string) => call<GameView>('GET', `${game(id)}/view`, token),
  events: (id: string, since: number, token?: string) => call<Step[]>('GET', `${game(id)}/events?since=${since}`, token),
  act: (id: string, token: string | undefined, cursor: number, act: string) => call<{ cursor: number }>('POST', `${game(id)}/act`, token, { cursor, act }),
  faces: (id: string, token: string | undefined, cursor: number, faces: number[]) => call<{ cursor: number }>('POST', `${game(id)}/act`, token, { cursor, faces }),
  undo: (id: string, token: string | undefined, cursor: number) => call<{ cursor: number }>('POST', `${game(id)}/undo`, token, { cursor }),
  takeback: (id: string, token: string | undefined, cursor: number, answer?: boolean) => call<unknown>('POST', `${game(id)}/takeback`, token, answer === undefined ? { cursor } : { cursor, answer }),
  resign: (id: string, token: string | undefined, cursor: number) => call<unknown>('POST', `${game(id)}/resign`, token, { cursor }),
  join: (id: string, token: string) => call<GameInfo>('POST', `${game(id)}/join`, token, {}),
  chat: (id: string, token: string | undefined, text: string) => call<unknown>('POST', `${game(id)}/chat`, token, { text }),
  hint: (id: string, token?: string) => call<{ act: string; text?: string }>('GET', `${game(id)}/hint`, token),
  record: async (id: string, token?: string): Promise<string> => {
    const answer = await fetch(`${game(id)}/record`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    if (!answer.ok) throw new Refused(answer.status, `The server answered ${answer.status}.`);
    return answer.text();
  },
  playOn: (wanted: Continued) => call<Created>('POST', '/api/replays/games', undefined, wanted),
  replay: (record: string) => call<ReplayInfo>('POST', '/api/replays', undefined, { record }),
};
