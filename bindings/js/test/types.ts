// Compiled, never run: what a program in TypeScript writes.
import { Client, Fault, Refusal } from "weakfish";
import type { Checked, Definition, Found, MoveView, PositionRef, View } from "weakfish/engine";

const client = new Client({ patience: 1000 });
const definition: Definition = { text: "", files: { "a.variant": "" } };
const position: PositionRef = { moves: ["e2e4"] };

export async function uses(): Promise<string | null> {
  const checked: Checked = await client.check(definition);
  const view: View = await client.view("fide", position);
  const moves: MoveView[] = view.moves;
  const drawing: string | undefined = checked.game?.drawings["king"];
  const kinds = moves.map(({ kind }): "turn" | undefined => (kind === "turn" ? kind : undefined));
  const found: Found = await client.search("fide", {}, { clock: { white: 1, black: 1 } }, ({ lines }) => lines[0]?.score.mate);
  // @ts-expect-error: there is no such call.
  client.nothing;
  // @ts-expect-error: a position is an object.
  client.view("fide", "e2e4");
  const winner: "white" | "black" | null | undefined = view.outcome?.winner;
  try {
    await client.record("fide", position, { White: "A" }, "pgn", { winner: null, reason: "agreement" });
  } catch (error) {
    if (error instanceof Fault || error instanceof Refusal) return error.message;
  }
  return found.move ?? drawing ?? kinds[0] ?? winner ?? null;
}
