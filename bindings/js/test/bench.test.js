import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { client } from "./support.js";

/** What the program has printed with the same settings. */
function figures(name) {
  return readFileSync(new URL(`./figures/${name}`, import.meta.url), "utf8");
}

test("a playtest finds what the program's finds", async () => {
  for (const [game, options] of [
    ["los-alamos", { games: 12, nodes: 60, maxPlies: 120, seed: 1 }],
    ["weakest", { games: 6, nodes: 40, maxPlies: 80 }],
  ]) {
    const { findings, played, of } = await client.playtest(game, options);
    assert.deepEqual([played, of], [options.games, options.games]);
    assert.deepEqual(findings, JSON.parse(figures(`playtest-${game}.json`)), game);
  }
});

test("a playtest that is stopped has findings, and short calls don't wait for it", async () => {
  const stop = new AbortController();
  /** @type {number[]} */
  const played = [];
  const running = client.playtest("los-alamos", { games: 100_000, nodes: 20, maxPlies: 60 }, (report) => {
    assert.equal(Object.values(report.findings.games).reduce((sum, count) => sum + count), report.played);
    played.push(report.played);
    if (played.length === 2) stop.abort();
  }, stop.signal);
  await client.view("fide", {});
  const last = await running;
  assert.ok(played[0] > 0 && played[1] > played[0] && last.played >= played[1] && last.played < 100_000);
  await assert.rejects(client.playtest("fide", {}, undefined, AbortSignal.abort("no")), (reason) => reason === "no");
});

test("tables and surveys have the program's figures", async () => {
  const { seconds, ...table } = await client.table("fide", "K R v K");
  const { seconds: _, ...stored } = JSON.parse(figures("table-fide.json"));
  assert.deepEqual(table, stored);
  assert.ok(seconds > 0);
  await assert.rejects(client.table("fide", "K X v K"), { name: "Refusal", message: /X/ });
  await assert.rejects(client.table("fide", "K Q R B N v K"), { name: "Refusal", message: /memory|men/ });

  const rows = figures("survey-los-alamos.jsonl").trim().split("\n").map((line) => JSON.parse(line));
  const stop = new AbortController();
  const survey = await client.survey("los-alamos", {}, (report) => {
    if (report.rows.length === rows.length) stop.abort();
  }, stop.signal);
  assert.deepEqual(survey.rows, rows);
  assert.ok(survey.of > rows.length);
});

test("problems and shortest games are solved as the program solves them", async () => {
  const fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
  const { solutions } = await client.solve("fide", { fen }, { mate: 2 });
  assert.deepEqual(solutions, [JSON.parse(figures("solve-mate.json"))]);
  assert.deepEqual((await client.solve("fide", { fen }, { stipulation: "#2", keys: true })).solutions[0].count, 1);
  const { games } = await client.solve("fide", {}, { shortest: "checkmate", plies: 4 });
  assert.deepEqual(games, [JSON.parse(figures("solve-shortest.json"))]);
  await assert.rejects(client.solve("fide", {}, { stipulation: "nonsense" }), { name: "Refusal", message: /nonsense/ });
  const stop = AbortSignal.timeout(200);
  await assert.rejects(client.solve("fide", {}, { mate: 8 }, undefined, stop), { name: "TimeoutError" });
});

test("what two games differ in is said as the program says it", async () => {
  assert.deepEqual(await client.diff("fide", "berolina"), JSON.parse(figures("diff.json")));
});

test("the moves of a game are judged as the program judges them, from the last one to the first", async () => {
  const text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#";
  const { moves: played } = await client.replay("fide", text);
  const [begin, ...lines] = figures("analyze-fide.txt").trim().split("\n").map((line) => line.trim().replace(/ +/g, " "));
  /** @type {number[]} */
  const counts = [];
  const { moves, of } = await client.review("fide", { moves: played }, { nodes: 400 }, (report) => counts.push(report.moves.length));
  const said = moves.map(({ number, text, sign, score, remark }) => `${number} ${text}${sign} ${score} ${remark ?? ""}`.trim());
  assert.deepEqual(said, lines.slice(0, of));
  assert.equal(moves[0].score_before, begin);
  assert.deepEqual([`White: ${moves[0].white}`, `Black: ${moves[0].black}`], lines.slice(of + 1, of + 3));
  assert.deepEqual(counts, moves.map((_, at) => at + 1));
  // The same again, and what is known of a review that is stopped.
  const stop = new AbortController();
  const known = await client.review("fide", { moves: played }, { nodes: 400 }, (report) => {
    if (report.moves.length === 5) stop.abort();
  }, stop.signal);
  assert.deepEqual(known, { moves: moves.slice(-5), of });
});

test("weights are those of the program with the same games", async () => {
  const options = { games: 48, round: 24, nodes: 40, randomPlies: 4, seed: 3 };
  const { played, of, white, draws, black, tuned } = await client.tune("los-alamos", options);
  assert.deepEqual([played, of, white + draws + black], [48, 48, 48]);
  assert.equal(tuned?.weights, figures("tune-los-alamos.weights"));
  assert.equal(tuned?.loss.toFixed(4), "0.3134");
  assert.ok(tuned?.men.some(({ symbol, before, after }) => symbol === "Q" && before[0] !== after[0]));
  // The engine plays with them.
  const { text } = (await client.games()).find(({ name }) => name === "los-alamos");
  const score = async (weights) => (await client.search({ text, weights }, {}, { nodes: 200 })).progress.lines[0].score.centipawns;
  assert.notEqual(await score(tuned.weights), await score(undefined));
  await assert.rejects(client.search({ text, weights: "nonsense" }, {}, { nodes: 1 }), { name: "Refusal", message: /weights/ });
  // Too few games for weights.
  const stop = new AbortController();
  const cut = await client.tune("los-alamos", { games: 1000, nodes: 20 }, (report) => report.played === 3 && stop.abort(), stop.signal);
  assert.ok(cut.played >= 3 && cut.played < 1000);
  assert.equal(cut.tuned, null);
});
