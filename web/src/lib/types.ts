// What the engine and the server say, as they say it (docs/api.md). Lengths are tenths of a millimetre, headings 0 to
// 65535 clockwise from north, x to the east and y to the north.

export type Xy = [number, number];
export type Presence = 'away' | 'table' | 'gone' | 'left';

/// Whoever something is about: exactly one of these.
export interface Actor {
  unit?: number;
  group?: number;
  leader?: number;
  objective?: number;
  side?: number;
}

// ---- what never changes in a battle -------------------------------------------------------------

export interface Verb {
  word: string;
  help: string;
  uses: string[];
}

export interface Formation {
  word: string;
  name: string;
  stance: string;
  shape: string;
}

export interface Sheet {
  id: string;
  name: string;
  about?: string;
  length_word: string;
  length_tmm: number;
  shares_turns: boolean;
  phases: string[];
  verbs: Verb[];
  queries: Verb[];
  formations: Formation[];
  figures: string[];
  strength_figure: number;
  hand: string[];
  loss?: string;
  losses?: string;
  breaks?: string;
  unit_states: Record<string, string>;
  group_states: Record<string, string>;
  leader_states: Record<string, string>;
}

export interface SideCard {
  name: string;
  nation: string;
  leader?: number;
}

export interface GroupCard {
  name: string;
  side: number;
  leader?: number;
  superior?: number;
  first_unit: number;
  unit_count: number;
  arrival_turn: number;
  traits?: string[];
}

export interface LeaderCard {
  name: string;
  side: number;
  group?: number;
  superior?: number;
  rank: string;
  ability: string;
  inspiration: string;
  traits?: string[];
  rings?: Range[]; // how far he reaches
}

export interface UnitCard {
  name: string;
  side: number;
  group: number;
  nation: string;
  arm: string;
  class: string;
  quality: string;
  figures: number[];
  whole?: number;
  traits: string[];
  arrival_turn: number;
}

export interface Objective {
  name: string;
  x: number;
  y: number;
  radius: number;
  value: number;
  exit?: number;
  leavers?: number;
}

export interface Piece {
  kind: string;
  name?: string;
  is_line?: boolean;
  level?: number;
  width?: number;
  points: Xy[];
}

export interface Battle {
  sheet: Sheet;
  title: string;
  scenario: string;
  turns: number;
  minutes: number;
  start_minute: number;
  first_side: number;
  scale_dm: number;
  width_tmm: number;
  depth_tmm: number;
  outcome: string;
  victory?: { clause: string; text: string };
  sides: SideCard[];
  groups: GroupCard[];
  leaders: LeaderCard[];
  units: UnitCard[];
  objectives: Objective[];
  pieces: Piece[];
  weather: { name: string; turn: number; sight_tmm: number; text: string }[];
  levels: { name: string; side?: number; text: string }[];
}

// ---- how it stands ------------------------------------------------------------------------------

/// A unit; its place only while it is on the table.
export interface UnitState {
  i: number;
  presence: Presence;
  losses: number;
  group?: number;
  off_turn?: number;
  x: number;
  y: number;
  h: number;
  w: number;
  d: number;
  f: number;
  hits?: number;
  states: string[];
  stance?: string;
}

export interface LeaderState {
  i: number;
  presence: Presence;
  x: number;
  y: number;
  attached?: number;
  off_turn?: number;
  states: string[];
}

export interface Order {
  kind: string;
  text: string;
  place?: Xy;
  objective?: number;
  group?: number;
  delay?: number;
}

export interface GroupState {
  i: number;
  order?: Order;
  pending?: Order;
  fatigue: number[];
  status?: string;
  states: string[];
  area?: Xy;
}

export interface SideState {
  score: number;
  lost: number;
  whole: number;
  breaks_at: number;
  held: number;
  score_text: string;
  hand?: string[];
  hand_count?: number;
}

export interface DecisionNode {
  kind: 'decision';
  side: number;
  question: string;
  clause?: string;
  about?: Actor & { target?: number };
  verbs?: number[];
}

export interface RollNode {
  kind: 'roll';
  side?: number;
  text: string;
  chances: string;
  clause?: string;
  dice: number;
  sides: number;
  reduction: string;
  need?: number;
  save?: number;
  reroll_ones?: boolean;
  again?: number;
  card?: boolean;
}

export interface EndNode {
  kind: 'end';
  winner?: number;
  level?: number;
  text: string;
  reason?: string;
}

export type Node = DecisionNode | RollNode | EndNode;

export interface State {
  turn: number;
  phase: number;
  phase_name: string;
  clock?: string;
  active: number;
  weather?: string;
  held: number[]; // by objective: side, or -1
  objective_texts: string[];
  sides: SideState[];
  units: UnitState[];
  leaders: LeaderState[];
  groups: GroupState[];
  node: Node;
}

// ---- what may be done ---------------------------------------------------------------------------

export interface Pose {
  x: number;
  y: number;
  h: number;
}

export interface Stand extends Pose {
  w: number;
  d: number;
}

/// An answer in the engine's words; `act` is its line in a record.
export interface Choice {
  act: string;
  verb: number;
  text: string;
  unit?: number;
  group?: number;
  leader?: number;
  units?: number[];
  row?: number[]; // everybody who acts by it, where units act in rows
  alone?: string; // the line that names all of the row, so that some can be left out
  target?: Actor;
  formation?: number;
  place?: Xy;
  end?: Stand;
}

export interface Idle {
  unit: number;
  verb: number;
  why: string;
  clause?: string;
}

export interface Choices {
  side?: number;
  choices: Choice[];
  idle?: Idle[];
}

/// What the engine makes of an action: legal with its cost and way, or why not.
export interface Verdict extends Partial<Choice> {
  ok: boolean;
  why?: string;
  clause?: string;
  cost?: number;
  allowance?: number;
  path?: Pose[];
}

/// A value that an effect can have, with its chance.
export interface Share {
  value: number;
  word?: string;
  help?: string;
  p: string; // an exact fraction
  prob: number;
  favours?: number; // from -2, much worse for whoever acts, to 2
}

/// One side of an effect by itself: losses, fate, winner …
export interface Field {
  key: string;
  help: string;
  mean?: string;
  values: Share[];
}

export interface Modifier {
  value: number;
  sets?: boolean; // it sets the number instead of adding to it
  text: string;
  clause: string;
  side?: number;
}

export interface Note {
  text: string;
  clause: string;
  side?: number;
  later?: boolean;
}

/// Exact odds: of an action, or of a chart at some facts.
export interface Odds {
  ok: boolean;
  none?: boolean;
  why?: string;
  clause?: string;
  chart?: string;
  about?: string;
  short?: string;
  next?: string; // the dice that it begins with
  side?: number; // whom `favours` of the shares is counted for
  shares?: Field[];
  modifiers?: Modifier[];
  notes?: Note[];
  facts?: { key: string; label: string; text: string; side?: number; usual: boolean }[];
}

export interface Input {
  key: string;
  label: string;
  kind: 'number' | 'yesno' | 'words' | 'length' | 'length-or-none';
  low?: number;
  high?: number;
  skipped?: number;
  preset: string;
  takes: string;
  side?: number;
  words?: { word: string; help?: string }[];
}

export interface Chart {
  ok: boolean;
  sheet: string;
  chart: string;
  about: string;
  sides: number;
  inputs: Input[];
}

export interface SheetText {
  id: string;
  name: string;
  about: string;
  sections: Section[];
  charts: { id: string; about: string }[];
}

// ---- what happened ------------------------------------------------------------------------------

export interface Line {
  depth: number;
  text: string;
  upto?: number;
}

/// Something that happened, as the engine's events say it.
export interface Happening {
  kind: 'add' | 'set' | 'note' | 'roll' | 'choice' | 'change';
  clause?: string;
  side?: number;
  who?: Actor;
  at?: Actor;
  value?: number;
  what?: string;
  before?: number;
  after?: number;
  from?: Xy;
  to?: Xy;
  faces?: number[];
  dice?: number;
  sides?: number;
  thrower?: number;
  need?: number;
  save?: number;
  reroll_ones?: boolean;
}

/// One step of the log: an answer and what it led to.
export interface Step {
  n: number;
  kind?: string;
  turn: number;
  phase: string;
  side: number;
  lines: Line[];
  events: Happening[];
  answer?: string;
}

export interface Clause {
  id: string;
  text: string;
  note?: string;
}

/// A part of a sheet, in the order of play.
export interface Section {
  title: string;
  clauses: Clause[];
}

/// How far a unit's weapons reach from its front.
export interface Range {
  what: string;
  text: string;
  tmm: number;
  angle: number;
  clause: string;
}

// ---- the account --------------------------------------------------------------------------------

/// A line of the story after which the battle stood much better for a side.
export interface TurningPoint {
  answer: number;
  turn: number;
  side: number;
  text: string;
}

/// What the dice of a side came to beside what they owed; without a clause: all of a kind.
export interface LuckRow {
  side: number;
  kind: string;
  low: boolean; // a low sum is lucky
  clause?: string;
  text: string;
  rolls: number;
  dice: number;
  actual: number;
  expected: number;
  chance: number; // of a sum that is at least as good
}

export interface Account {
  turning_points: TurningPoint[];
  luck: LuckRow[];
}
