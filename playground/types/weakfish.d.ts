// The contract between bindings/js and the page. Draft: the Rust types (tsify) are the source of truth once they build;
// keep names and meanings unless something here can't be right. Every call of `Client` runs in a worker and returns a promise.
// All offsets are UTF-16 code units in the definition's text. Squares are strings ("e4"). Winds: "n","ne",...,"nnw" (16).

export type Definition = string /* name of a built-in game */ | { text: string; name?: string; files?: Record<string, string> };
export interface PositionRef { setup?: string; fen?: string; moves?: string[] }   // moves: machine notation, from the setup or the FEN

export interface Edit { start: number; end: number; text: string }
export interface Label { start: number; end: number; text: string }
export interface Mend { title: string; edits: Edit[] }
export interface Diagnostic { code: string; severity: "error" | "warning" | "advice"; message: string; help?: string;
  labels: Label[]; mends: Mend[]; file?: string; explanation?: string /* Markdown or HTML of `explain CODE` */ }
export interface Checked { diagnostics: Diagnostic[]; ok: boolean; game?: Sheet }

export interface Man { white: string; black: string; /* letters */ name: string; betza?: string; royal: boolean; pawnlike?: boolean;
  states: State[] }
export interface State { id: number; facings: Facing[]; mode?: "moving" | "capturing" }
export interface Facing { part: string | null; wind: string }
export interface Drawing { name: string; svg: string }
export interface Setup { name: string; fen: string }
export interface Sheet { name: string; title: string; files: number; ranks: number; holes: string[]; shaded?: string[];
  setups: Setup[]; men: Man[]; lines: string[][]; grid?: [number, number]; drawings: Drawing[]; capabilities: { turns: boolean; flips: boolean; passes: boolean; series: boolean; drops: false } }

export interface Placed { square: string; side: "white" | "black"; man: string /* name */; letter: string; state: number;
  facings: Facing[]; mode?: "moving" | "capturing"; symbol: string /* id in `symbols()` */ ; royal: boolean; crown: boolean; label: string /* "white knight on e4, facing north" */ }
export interface MoveView { move: string /* machine notation */; text: string /* people's notation */; 
  kind: "move" | "turn" | "flip" | "castle" | "pass" | "end-series" | "claim" | "finish";
  from?: string; to?: string; captures: string[]; promotes?: string /* man */; becomes?: Placed /* the man after the move, if it turns or promotes */; partner?: string /* rook's square */ }
export interface Outcome { winner: "white" | "black" | null; reason: string /* a sentence */; ending: string }
export interface View { fen: string; side: "white" | "black"; ply: number; board: Placed[]; moves: MoveView[];
  checks: string[] /* squares of royal men in check */; outcome: Outcome | null; claims: { name: string; move?: string; text: string }[];
  series: { made: number; of: number } | null; counters: { name: string; value: number; limit?: number }[];
  last: { from?: string; to?: string; captures: string[] } | null; history: string[] /* moves in people's notation */ }

export interface Line { moves: string[]; texts: string[]; score: Score; }
export interface Score { centipawns?: number; mate?: number /* moves; negative: the side to move loses */ }  // for the side to move
export interface Progress { depth: number; nodes: number; seconds: number; lines: Line[] }
export interface Limits { seconds?: number; depth?: number; nodes?: number; clock?: { white: number; black: number; whiteIncrement?: number; blackIncrement?: number }; level?: number /* 1..20 */; lines?: number; seed?: number }

export declare class Client {
  constructor(options?: { worker?: Worker | (() => Worker) });   // restarts its worker after a fault; a call that faulted rejects with Fault
  games(): Promise<{ name: string; title: string; family?: string; text: string }[]>;
  check(definition: Definition): Promise<Checked>;
  format(definition: Definition): Promise<Edit[]>;               // [] if canonical
  complete(definition: Definition, offset: number): Promise<{ from: number; to: number; items: { label: string; insert: string; detail?: string; doc?: string; kind: string }[] }>;
  hover(definition: Definition, offset: number): Promise<{ start: number; end: number; markdown: string; svg?: string } | null>;
  definitionOf(definition: Definition, offset: number): Promise<{ start: number; end: number } | null>;
  uses(definition: Definition, offset: number): Promise<{ start: number; end: number }[]>;
  outline(definition: Definition): Promise<{ name: string; kind: string; start: number; end: number; children: any[] }[]>;
  tokens(definition: Definition): Promise<{ start: number; end: number; kind: string }[]>;   // highlighting
  view(definition: Definition, position: PositionRef): Promise<View>;
  why(definition: Definition, position: PositionRef, move: string): Promise<string>;          // why a move (machine or people's notation, or "e2e4") is not legal; "" if it is
  attempt(definition: Definition, position: PositionRef, from: string, to: string): Promise<string>; // the same, for a drag
  read(definition: Definition, position: PositionRef, text: string): Promise<string>;         // people's notation -> machine; rejects with a reason
  arrange(definition: Definition, board: { placed: { square: string; side: string; man: string; state: number }[]; side: string; rest?: string }): Promise<{ fen: string; problems: string[] }>;
  draw(definition: Definition, position: PositionRef): Promise<string>;  // an SVG file
  sheet(definition: Definition): Promise<string>;
  style(): Promise<string>;
  rename(definition: Definition, offset: number, name: string): Promise<Edit[]>;
  symbols(): Promise<{ [id: string]: string }>;  // inner SVG of each figure, for a 45x45 (or given) box
  perft(definition: Definition, position: PositionRef, depth: number): Promise<{ nodes: number; divide: { move: string; nodes: number }[] }>;
  search(definition: Definition, position: PositionRef, limits: Limits, on?: (progress: Progress) => void, signal?: AbortSignal): Promise<{ move: string | null; ponder?: string; progress: Progress }>;
  replay(definition: Definition, text: string): Promise<{ setup?: string; fen?: string; moves: string[]; problem?: { message: string; start: number; end: number } }>; // game text or PGN
  record(definition: Definition, position: PositionRef, tags?: Record<string, string>, as?: "game" | "pgn"): Promise<string>;
  test(definition: Definition): Promise<{ name: string; start: number; end: number; passed: boolean; message?: string }[]>;
  asTest(definition: Definition, position: PositionRef, name: string): Promise<Edit>;   // "keep this position as a test"
  import(ini: string): Promise<{ definitions: { name: string; text: string; notes: string[] }[]; problems: string[] }>;
  explain(code: string): Promise<string>;
  close(): void;
}
