import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Client, Fault, Refusal } from "weakfish";
import { Lane } from "../dist/lane.js";
import { client, TURNING } from "./support.js";

const compiled = readFile(new URL("../dist/engine_bg.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
const module = { kind: "engine", load: () => compiled };

/** Starts threads, and tells of each. */
function starter(threads) {
  return (heard, failed) => {
    const worker = new Worker(new URL("../dist/node-worker.js", import.meta.url));
    worker.on("message", heard);
    worker.on("error", (error) => failed(String(error)));
    worker.on("exit", () => failed("the thread has ended"));
    threads.push(worker);
    return { send: (request) => worker.postMessage(request), end: () => void worker.terminate(), hold: () => {} };
  };
}

test("a fault ends one call and one engine", async () => {
  const threads = [];
  const lane = new Lane(starter(threads), module, 60_000);
  const calls = [lane.call("games", []), lane.call("noSuchCall", []), lane.call("explain", ["betza::blank"])];
  const [games, failed, explained] = await Promise.allSettled(calls);
  assert.ok(games.status === "fulfilled" && explained.status === "fulfilled");
  assert.ok(failed.reason instanceof Fault);
  assert.equal(threads.length, 2);
  const lost = lane.call("perft", ["fide", {}, 20]);
  setTimeout(() => threads[1].terminate(), 50);
  await assert.rejects(lost, { name: "Fault", message: "the thread has ended" });
  assert.equal((await lane.call("perft", ["fide", {}, 1])).nodes, 20);
  lane.close();
  await assert.rejects(lane.call("games", []), { name: "Fault" });
});

test("a call that takes too long is given up", async () => {
  const threads = [];
  const lane = new Lane(starter(threads), module, 300);
  await assert.rejects(lane.call("perft", ["fide", {}, 20]), { name: "Fault", message: /took longer than 300 ms/ });
  lane.close();
});

test("an engine that can't be loaded is a fault", async () => {
  const broken = { kind: "engine", load: () => WebAssembly.compile(new Uint8Array([1, 2, 3])) };
  const lane = new Lane(starter([]), broken, 1000);
  await assert.rejects(lane.call("games", []), { name: "Fault", message: /can't be loaded/ });
});

test("hostile definitions are answered, and leave everything alive", async () => {
  const many = (count, line) => Array.from({ length: count }, (_, number) => line(number)).join("\n");
  const hostile = [
    "",
    "\0\u{feff}\u{10ffff}",
    "game",
    'game "x" extends "x"',
    "\ud800 game \udc00",
    "game \"deep\" extends fide\nmen\n  R rook: " + "[".repeat(50_000),
    "game \"long\" extends fide\nmen\n  R rook: " + "N".repeat(50_000),
    "game \"many\" extends fide\n" + many(20_000, (number) => `setup s${number}\n  . . .`),
    "game \"states\" extends fide\nmen\n" + many(200, (number) => `  +${String.fromCharCode(65 + (number % 26))} m${number}: fN + fN, turns 45`),
    "x".repeat(5_000_000),
  ];
  for (const text of hostile) {
    const definition = { text };
    const { ok, diagnostics } = await client.check(definition);
    assert.equal(ok, false);
    assert.ok(diagnostics.length > 0 && diagnostics.length < 1000);
    for (const { labels } of diagnostics) {
      assert.ok(labels.every(({ start, end }) => 0 <= start && start <= end && end <= text.length));
    }
    await client.tokens(definition);
    await client.format(definition);
    await client.outline(definition);
    await client.hover(definition, 3);
    await client.complete(definition, text.length);
    await assert.rejects(client.view(definition, {}), Refusal);
  }
  assert.equal((await client.view({ text: TURNING }, {})).moves.length, 24);
});

test("arguments that are none are refused", async () => {
  for (const position of [7, { moves: "e2e4" }, { fen: {} }, null]) {
    await assert.rejects(client.view("fide", /** @type {any} */ (position)), Refusal);
  }
  const far = await client.complete({ text: TURNING }, 1e9);
  assert.ok(far.to <= TURNING.length);
});

test("a client that is closed answers nothing more", async () => {
  const own = new Client();
  const waiting = own.games();
  own.close();
  await assert.rejects(waiting, { name: "Fault", message: "the client is closed" });
  await assert.rejects(own.games(), { name: "Fault" });
});
