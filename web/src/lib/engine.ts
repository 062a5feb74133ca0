// The engine in the browser: limber.wasm and its desk. Every answer is a JSON document that the same C code writes in the
// server, so what is shown before a commitment is what happens after it.
import type { Account, Battle, Chart, Choices, Clause, Happening, Line, Odds, Range, SheetText, State, Verdict, Xy } from './types';

type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const WORKSPACE = 64 << 20; // bytes lent to the engine for reckoning odds

/// Who looks: a side, both sides at one table, or nobody's friend.
export const READER_ALL = 2;
export const READER_SPECTATOR = 3;

export interface Told {
  ok: boolean;
  why?: string;
  lines: Line[];
  events: Happening[];
}

export class Engine {
  private constructor(private readonly x: Exports) {}

  private static loading: Promise<WebAssembly.Module> | undefined;
  private static common: Promise<Engine> | undefined;

  /// A bench of its own: battles in different engines do not disturb each other.
  static async load(source: () => Promise<BufferSource> = fetchModule): Promise<Engine> {
    Engine.loading ??= source().then((b) => WebAssembly.compile(b));
    const instance = await WebAssembly.instantiate(await Engine.loading, {});
    const engine = new Engine(instance.exports as unknown as Exports);
    engine.x.lbx_workspace?.(WORKSPACE);
    return engine;
  }

  /// The one that answers what needs no battle: sheets and charts.
  static shared(): Promise<Engine> {
    Engine.common ??= Engine.load();
    return Engine.common;
  }

  has(name: string): boolean {
    return typeof this.x[name] === 'function';
  }

  private write(pointer: number, bytes: Uint8Array): void {
    new Uint8Array(this.x.memory.buffer, pointer, bytes.length).set(bytes);
  }

  /// Puts a text where the engine reads it; how many bytes it is.
  private say(text: string): number {
    const bytes = encoder.encode(text);
    if (bytes.length > this.x.lbx_input_size()) throw new Error('The line is too long.');
    this.write(this.x.lbx_input(), bytes);
    return bytes.length;
  }

  private read<T>(length: number): T {
    if (length < 0) throw new Error(`The engine has no answer (${length}).`);
    const text = decoder.decode(new Uint8Array(this.x.memory.buffer, this.x.lbx_text(), length));
    return JSON.parse(text) as T;
  }

  private string(pointer: number): string {
    const all = new Uint8Array(this.x.memory.buffer);
    return decoder.decode(all.subarray(pointer, all.indexOf(0, pointer)));
  }

  /// The number by which the engine knows a sheet.
  sheetNumber(id: string): number {
    for (let i = 0; i < this.x.lbx_sheets(); i++) if (this.string(this.x.lbx_sheet_id(i)) === id) return i;
    throw new Error(`This engine does not know the sheet ${id}.`);
  }

  /// Turns to a battle: the bytes of its scenario and house values, by a sheet.
  open(sheet: string, scenario: string, house: string | undefined): void {
    const number = this.sheetNumber(sheet);
    this.write(this.x.lbx_scenario(), bytesOf(scenario));
    this.x.lbx_house_reset(number);
    if (house) this.write(this.x.lbx_house(), bytesOf(house));
    const code = this.x.lbx_desk_load(number);
    if (code < 0) throw new Error(`This battle cannot be played here: ${this.string(this.x.lbx_text()) || code}`);
  }

  battle(): Battle {
    return this.read(this.x.lbx_desk_battle());
  }

  /// Takes over the state that the server sent.
  take(state: string): void {
    this.write(this.x.lbx_state(), bytesOf(state));
    if (this.x.lbx_desk_take() < 0) throw new Error('The server sent a state that does not belong to this battle.');
  }

  /// The bytes of the state as it stands, and back to them.
  bytes(): Uint8Array {
    return new Uint8Array(this.x.memory.buffer, this.x.lbx_desk_bytes(), this.x.lbx_state_size()).slice();
  }

  takeBytes(bytes: Uint8Array): void {
    this.write(this.x.lbx_state(), bytes);
    if (this.x.lbx_desk_take() < 0) throw new Error('These bytes are no state of this battle.');
  }

  state(reader: number): State {
    return this.read(this.x.lbx_desk_state(reader));
  }

  choices(): Choices {
    return this.read(this.x.lbx_desk_choices());
  }

  check(act: string): Verdict {
    return this.read(this.x.lbx_desk_check(this.say(act)));
  }

  odds(act: string): Odds {
    return this.read(this.x.lbx_desk_odds(this.say(act)));
  }

  begin(reader: number, hasRealDice = false): Told {
    return this.read(this.x.lbx_desk_begin(reader, hasRealDice ? 1 : 0));
  }

  answer(line: string): Told {
    return this.read(this.x.lbx_desk_answer(this.say(line)));
  }

  /// The account of the battle that was begun here and played on, for a reader who sees everything.
  account(): Account {
    return this.read(this.x.lbx_desk_account());
  }

  /// The ground that an action can reach, as an outline. Its line comes without a path.
  reach(line: string): Xy[] {
    return this.read<{ ok: boolean; ring?: Xy[] }>(this.x.lbx_desk_reach(this.say(line))).ring ?? [];
  }

  /// The way of an action to a place, or as near as there is one; a heading of -1 leaves the facing to the engine.
  go(line: string, x: number, y: number, heading: number): Verdict {
    return this.read(this.x.lbx_desk_go(this.say(line), Math.round(x), Math.round(y), heading));
  }

  /// The ranges of a unit that is chosen.
  ranges(unit: number): Range[] {
    return this.read<{ ok: boolean; ranges?: Range[] }>(this.x.lbx_desk_unit(unit)).ranges ?? [];
  }

  /// The enemies that a unit sees; null if the sheet does not say.
  sees(unit: number): number[] | null {
    return this.read<{ ok: boolean; sees?: number[] }>(this.x.lbx_desk_unit(unit)).sees ?? null;
  }

  sheet(id: string): SheetText {
    return this.read(this.x.lbx_desk_sheet(this.sheetNumber(id)));
  }

  clause(sheet: string, id: string): Clause {
    return this.read(this.x.lbx_desk_clause(this.sheetNumber(sheet), this.say(id)));
  }

  chart(sheet: string, chart: string): Chart {
    return this.read(this.x.lbx_desk_chart(this.sheetNumber(sheet), this.say(chart)));
  }

  chartOdds(sheet: string, chart: string, facts: string): Odds {
    return this.read(this.x.lbx_desk_chart_odds(this.sheetNumber(sheet), this.say(`${chart} ${facts}`)));
  }

  sheets(): string[] {
    return Array.from({ length: this.x.lbx_sheets() }, (_, i) => this.string(this.x.lbx_sheet_id(i)));
  }
}

async function fetchModule(): Promise<ArrayBuffer> {
  const answer = await fetch('/limber.wasm');
  if (!answer.ok) throw new Error('The engine could not be loaded.');
  return answer.arrayBuffer();
}
