import assert from "node:assert/strict";
import { test } from "node:test";
import { client, edited, TURNING } from "./support.js";

test("games are written down and read again", async () => {
  const setup = "chancellors";
  const moves = (await client.view("feeble", { setup })).moves.slice(0, 1).map(({ move }) => move);
  const text = await client.record("feeble", { setup, moves }, { game: "feeble", White: "Anne" });
  assert.match(text, /^game: feeble\nWhite: Anne\nsetup: chancellors\n/);
  assert.deepEqual(await client.replay("feeble", text), { setup, moves });
});

test("games are written as PGN where PGN has words for them", async () => {
  const moves = ["e2e4", "e7e5"];
  const ended = { winner: "white", reason: "resignation" };
  const text = await client.record("fide", { moves }, { White: 'A "B"', Opening: "Open" }, "pgn", ended);
  assert.match(text, /\[White "A \\"B\\""\]\n.*\[Result "1-0"\]\n.*\[Opening "Open"\]\n/s);
  const read = await client.replay("fide", text);
  assert.deepEqual([read.moves, read.outcome.winner], [moves, "white"]);
  await assert.rejects(client.record("weakest", {}, {}, "pgn"), { name: "Refusal", message: /turns/ });
});

test("what can't be played on is told with its place", async () => {
  const text = "{🐟} 1. e4 e5 2. Ke3";
  const { moves, problem } = await client.replay("fide", text);
  assert.deepEqual(moves, ["e2e4", "e7e5"]);
  assert.equal(text.slice(problem.start, problem.end), "Ke3");
  assert.match(problem.message, /King/);
});

test("tests of a definition are run", async () => {
  const [passed] = await client.test({ text: TURNING });
  assert.equal(TURNING.slice(passed.start, passed.end), "a Rook reaches only what it faces");
  assert.deepEqual([passed.passed, passed.message], [true, undefined]);
  const text = TURNING.replace("illegal:  a1b1", "illegal:  a1a8");
  const [failed] = await client.test({ text });
  assert.equal(failed.passed, false);
  assert.match(failed.message, /a1a8/);
  const [{ labels }] = failed.diagnostics;
  assert.equal(labels[0].start, text.lastIndexOf("a1a8"));
  await assert.rejects(client.test({ text: "game" }), { name: "Refusal" });
});

test("a game becomes a test that passes", async () => {
  const moves = ["e2e4", "e7e5", "a1@e"];
  const edit = await client.asTest({ text: TURNING }, { moves }, 'my "test"');
  const text = edited(TURNING, [edit]);
  const results = await client.test({ text });
  assert.deepEqual(results.map(({ name, passed }) => [name, passed])[1], ["my test", true]);
  assert.deepEqual(await client.format({ text }), []);
  const fen = "R5k1/5ppp/8/8/8/8/8/4K3 w - - 0 1";
  const mate = edited(TURNING, [await client.asTest({ text: TURNING }, { fen, moves: ["a8@e"] }, "mate")]);
  assert.match(mate, /expect: +white wins by checkmate/);
  assert.ok((await client.test({ text: mate })).every(({ passed }) => passed));
});
