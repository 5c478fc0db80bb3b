import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client } from "weakfish";
import { client, TURNING } from "./support.js";

const MATE = "R5k1/5ppp/8/8/8/8/8/4K3 w - - 0 1";

test("a mate is found, in games of one's own too", async () => {
  const reports = [];
  const found = await client.search({ text: TURNING }, { fen: MATE }, { depth: 4 }, (progress) => reports.push(progress));
  assert.equal(found.move, "a8@e");
  const [line] = found.progress.lines;
  assert.deepEqual([line.moves, line.texts, line.score], [["a8@e"], ["Ra8 turns right#"], { mate: 1, chance: 1 }]);
  assert.ok(reports.length > 0 && reports[0].depth >= 1 && reports[0].nodes > 0);
});

test("several lines, scores and clocks", async () => {
  const limits = { lines: 3, nodes: 20_000 };
  const { move, ponder, progress } = await client.search("fide", {}, limits);
  assert.equal(progress.lines.length, 3);
  assert.deepEqual([move, ponder], progress.lines[0].moves.slice(0, 2));
  assert.ok(Number.isInteger(progress.lines[0].score.centipawns));
  assert.ok(progress.nodes > 1000 && progress.nodes <= 20_000);
  const clock = { white: 1, black: 100, whiteIncrement: 0 };
  const quick = await client.search("fide", {}, { clock });
  assert.ok(quick.progress.seconds < 1);
  await assert.rejects(client.search("fide", {}, { seconds: -1 }), { name: "Refusal" });
});

test("a search plays by the weights of the game, and finds what the program finds", async () => {
  const text = readFileSync(new URL("./figures/search-fide.json", import.meta.url), "utf8");
  const [expected] = JSON.parse(text).lines;
  const own = new Client();
  const [line] = (await own.search("fide", {}, { nodes: 20_000 })).progress.lines;
  own.close();
  assert.deepEqual([line.moves, line.score.centipawns], [expected.moves, expected.score.worth]);
});

test("without its weights the engine plays by the rules alone, and says so once", async () => {
  const warnings = [];
  const weights = () => Promise.reject(new Error("no network"));
  const [own, other] = [new Client({ weights, warn: (message) => warnings.push(message) }), new Client()];
  const value = async (searching) => (await searching.search("fide", {}, { nodes: 500 })).progress.lines[0].score.centipawns;
  assert.notEqual(await value(own), await value(other));
  await value(own);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /the weights of fide can't be loaded.*no network/);
  // A game without weights of its own loads none.
  assert.ok((await own.search("gardner", {}, { nodes: 100 })).move);
  assert.equal(warnings.length, 1);
  for (const used of [own, other]) used.close();
});

test("a finished game has no move, and a repeated position is claimed", async () => {
  const moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
  assert.equal((await client.search("fide", { moves }, { depth: 2 })).move, null);
  const knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
  const { claim } = await client.search("fide", { fen, moves: [...knights, ...knights] }, { depth: 2 });
  assert.equal(claim.name, "threefold-repetition");
});

test("a position of few men has exact values", async () => {
  const fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
  const { move, progress } = await client.search("fide", { fen }, { lines: 3 });
  assert.equal(move, "b1e4");
  assert.deepEqual(progress.lines[0].score, { mate: 6, chance: 1 });
  assert.equal(progress.lines[0].moves.length, 11);
  assert.deepEqual(progress.values[0], { move: "b1e4", value: "win", mate: 6, certain: true });
  const draws = progress.values.filter(({ value }) => value === "draw");
  assert.deepEqual([progress.values.length, draws.length, draws[0].mate], [21, 4, undefined]);
  assert.equal((await client.search("fide", {}, { depth: 1 })).progress.values, undefined);
});

test("levels choose by their seed", async () => {
  const at = (level, seed) => client.search("fide", {}, { level, seed });
  const moves = new Set();
  for (let seed = 0; seed < 12; seed += 1) moves.add((await at(0, seed)).move);
  assert.ok(moves.size > 1);
  assert.equal((await at(3, 5)).move, (await at(3, 5)).move);
});

/** Searches without end until an abort after the first report. */
async function stopped(searching) {
  const stop = new AbortController();
  const begun = performance.now();
  const found = await searching.search("fide", {}, {}, () => stop.abort(), stop.signal);
  assert.ok(performance.now() - begun < 20_000);
  assert.match(found.move, /^[a-h][12][a-h][34]$/);
  assert.ok(found.progress.depth >= 1);
}

test("a search is stopped, and questions are answered meanwhile", async () => {
  const stop = new AbortController();
  const searching = client.search("fide", {}, {}, undefined, stop.signal);
  const waiting = new AbortController();
  const second = client.search("fide", {}, { depth: 1 }, undefined, waiting.signal);
  assert.equal((await client.view("fide", {})).moves.length, 20);
  assert.equal((await client.perft("fide", {}, 2)).nodes, 400);
  waiting.abort();
  await assert.rejects(second, { name: "AbortError" });
  stop.abort();
  assert.ok((await searching).move);
  await stopped(client);
});

test("a search is stopped where no memory can be shared", async () => {
  // So it is in browsers, but for pages that are isolated from others.
  const own = new Client();
  Object.defineProperty(globalThis, "crossOriginIsolated", { value: false, configurable: true });
  try {
    await stopped(own);
    const stop = new AbortController();
    const early = own.search("fide", {}, {}, undefined, stop.signal);
    stop.abort();
    await early.then(({ move }) => assert.ok(move), (error) => assert.equal(error.name, "AbortError"));
    assert.equal((await own.search({ text: TURNING }, { fen: MATE }, { depth: 2 })).move, "a8@e");
  } finally {
    delete globalThis.crossOriginIsolated;
    own.close();
  }
});

test("sequences are counted, and a count is ended", async () => {
  const { nodes, divide } = await client.perft("fide", {}, 3);
  assert.equal(nodes, 8902);
  assert.equal(divide.length, 20);
  assert.equal(divide.reduce((sum, { nodes: some }) => sum + some, 0), 8902);
  assert.deepEqual(await client.perft("fide", {}, 0), { nodes: 1, divide: [] });
  const stop = new AbortController();
  const long = client.perft("fide", {}, 20, stop.signal);
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(long, { name: "AbortError" });
  assert.equal((await client.perft("demichess", {}, 2)).divide.length > 0, true);
});
