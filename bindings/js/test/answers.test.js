import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { client, TURNING } from "./support.js";

const folder = path.join(import.meta.dirname, "..");

test("answers have the types that are declared", async () => {
  const turning = { text: TURNING };
  const mistakes = { text: TURNING.replace("fR", "fRR").replace("castling:", "casling:") };
  const passant = ["e2e4", "a7a6", "e4e5", "d7d5"];
  const fen = "7k/P7/8/8/8/8/8/R3K3 w Q - 0 1";
  const parts = { text: 'game "Parts" extends fide\nmen\n  N two: forth fR + back bR, forth turns 90, back turns 90\n' };
  const answers = [
    ["BuiltIns", await client.games()],
    ["Checked", await client.check("weakest")],
    ["Checked", await client.check("grid")],
    ["Checked", await client.check(parts)],
    ["Checked", await client.check(mistakes)],
    ["Checked", await client.check({ ...turning, name: "a.variant", files: { "fide.variant": "game" } })],
    ["Edits", await client.format({ text: "game  \"x\"\n" })],
    ["Completions", await client.complete({ text: 'game "x" extends fi' }, 19)],
    ["Hover | null", await client.hover(turning, TURNING.indexOf("fR"))],
    ["Hover | null", await client.hover(turning, TURNING.indexOf("castling"))],
    ["Place | null", await client.definitionOf(turning, TURNING.indexOf("R rook"))],
    ["Place[]", await client.uses(turning, TURNING.indexOf("R rook"))],
    ["OutlineItem[]", await client.outline(turning)],
    ["Token[]", await client.tokens(turning)],
    ["Import", await client.import("[good:chess]\n[bad:nothing]\n")],
    ["Drawings", await client.symbols("fide")],
    ["View", await client.view("fide", { moves: passant })],
    ["View", await client.view("fide", { fen })],
    ["View", await client.view("fide", { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] })],
    ["View", await client.view("monster", {})],
    ["View", await client.view("weakest", { moves: ["e2@nx"] })],
    ["Arranged", await client.arrange("fide", { placed: [{ square: "e1", side: "white", man: "King" }], side: "white" })],
    ["Replayed", await client.replay("fide", "1. e4 e5 2. Ke3")],
    ["Replayed", await client.replay("fide", "1. f3 e5 2. g4 Qh4#")],
    ["Edit", await client.asTest(turning, {}, "start")],
    ["Perft", await client.perft("fide", {}, 1)],
    ["TestResult[]", await client.test({ text: TURNING.replace("illegal:  a1b1", "illegal:  a1a8") })],
    ["Found", await client.search("fide", {}, { depth: 2 })],
    ["Found", await client.search("fide", { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] }, { depth: 1 })],
  ];
  const values = answers.map(([type, answer], at) => `export const answer${at}: ${type} = ${JSON.stringify(answer)};\n`);
  const names = new Set(answers.map(([type]) => type.replace(/ \| null|\[\]/g, "")));
  const program = `import type { ${[...names].join(", ")} } from "weakfish/engine";\n${values.join("")}`;
  const at = await mkdtemp(path.join(folder, "test", "answers-"));
  try {
    await writeFile(path.join(at, "answers.ts"), program);
    const config = { extends: "../tsconfig.json", include: ["answers.ts"] };
    await writeFile(path.join(at, "tsconfig.json"), JSON.stringify(config));
    const compiler = path.join(folder, "node_modules", ".bin", "tsc");
    const { stdout } = await promisify(execFile)(compiler, ["-p", at]).catch((error) => error);
    assert.equal(stdout, "");
  } finally {
    await rm(at, { recursive: true });
  }
});
