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
