import assert from "node:assert/strict";
import { test } from "node:test";
import { client, HANDS, TURNING } from "./support.js";

const find = ({ moves }, name) => moves.find(({ move }) => move === name);

test("a man that turns is played from a definition to a mate", async () => {
  const definition = { text: TURNING };
  const fen = "7k/R7/8/8/8/8/8/1R2K3 w - - 0 1";
  const start = await client.view(definition, { fen });
  const turn = find(start, "a7@e");
  assert.deepEqual([turn.kind, turn.from, turn.to, turn.text], ["turn", "a7", "a7", "Ra7 turns right"]);
  assert.deepEqual(turn.becomes.facings, [{ part: null, wind: "e" }]);
  assert.equal(turn.becomes.label, "White Rook on a7, facing east");
  // A rook that faces north goes north alone.
  assert.ok(find(start, "b1b8") && !find(start, "b1c1"));
  assert.match(await client.attempt(definition, { fen }, "b1", "c1"), /faces n; it can't reach c1 before it turns\.$/);
  const moves = ["a7@e", "h8g8", "b1b8", "g8h8", "b8@e"];
  const before = await client.view(definition, { fen, moves: moves.slice(0, -1) });
  assert.deepEqual([before.checks, before.outcome], [[], null]);
  const end = await client.view(definition, { fen, moves });
  assert.deepEqual(end.history, ["Ra7 turns right", "Kg8", "Rb8", "Kh8", "Rb8 turns right#"]);
  assert.deepEqual(end.sides, ["white", "black", "white", "black", "white"]);
  assert.deepEqual([end.outcome.winner, end.outcome.ending, end.checks], ["white", "checkmate", ["h8"]]);
});

test("moves say what they do", async () => {
  const castling = await client.view("fide", { fen: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1" });
  const castle = find(castling, "e1c1");
  assert.deepEqual([castle.kind, castle.partner, castle.partnerTo, castle.text], ["castle", "a1", "d1", "O-O-O"]);
  const passant = await client.view("fide", { moves: ["e2e4", "a7a6", "e4e5", "d7d5"] });
  assert.deepEqual(find(passant, "e5d6").captures, ["d5"]);
  assert.deepEqual(passant.last, { from: "d7", to: "d5", captures: [] });
  const promotion = await client.view("fide", { fen: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" });
  const queen = find(promotion, "a7a8q");
  assert.deepEqual([queen.promotes, queen.becomes.man, queen.becomes.square, queen.text], ["Queen", "Queen", "a8", "a8=Q+"]);
  const flip = find(await client.view("weakest", {}), "e2@nx");
  assert.deepEqual([flip.kind, flip.becomes.mode, flip.text], ["flip", "capturing", "e2 flips"]);
});

test("passes, series and claims are told", async () => {
  const monster = await client.view("monster", {});
  assert.equal(monster.series.of, 2);
  const [first] = monster.moves;
  const second = await client.view("monster", { moves: [first.move] });
  assert.deepEqual([second.series.made, second.side], [1, "white"]);
  const knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const again = await client.view("fide", { moves: [...knights, ...knights] });
  assert.equal(again.claims[0].name, "threefold-repetition");
  assert.match(again.claims[0].text, /^White can claim a draw by /);
  const janggi = await client.view("janggi", {});
  assert.ok(janggi.moves.some(({ kind }) => kind === "pass"));
  const quiet = again.counters.find(({ name }) => name === "plies without progress");
  assert.deepEqual([quiet.value, quiet.limit], [8, 100]);
  const checks = (await client.view("three-check", {})).counters.map(({ name }) => name);
  assert.ok(checks.includes("White's checks") && checks.includes("Black's checks"));
});

test("check and the end of a game are told", async () => {
  const check = await client.view("fide", { moves: ["e2e4", "f7f6", "d1h5"] });
  assert.deepEqual(check.checks, ["e8"]);
  const mate = await client.view("fide", { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] });
  assert.deepEqual(mate.outcome, {
    winner: "black",
    reason: "Black has won by checkmate.",
    ending: "checkmate",
    score: { white: 0, black: 1 },
  });
  assert.deepEqual([mate.moves, mate.history.at(-1)], [[], "Qh4#"]);
  assert.match(await client.why("fide", { moves: mate.history.map(() => "").slice(4) }, "e2e5"), /can't go to e5/);
  assert.match(await client.why("fide", { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] }, "a3"), /over/);
});

test("positions are found whichever way they were reached", async () => {
  const moves = ["e2e4", "e7e5", "g1f3"];
  const fens = [];
  for (let count = 0; count <= moves.length; count += 1) {
    fens.push((await client.view("fide", { moves: moves.slice(0, count) })).fen);
  }
  for (let count = moves.length; count >= 0; count -= 1) {
    const view = await client.view("fide", { moves: moves.slice(0, count) });
    assert.equal(view.fen, fens[count]);
    assert.equal(view.last?.to, count > 0 ? moves[count - 1].slice(2) : undefined);
  }
  const other = await client.view("fide", { moves: ["e2e4", "c7c5"] });
  assert.deepEqual(other.history, ["e4", "c5"]);
  await assert.rejects(client.view("fide", { moves: ["e2e4", "e7e4"] }), { message: /^move 2, e7e4: / });
  await assert.rejects(client.view("fide", { fen: "8/8" }), { name: "Refusal" });
  await assert.rejects(client.view("fide", { setup: "nothing" }), { message: "there is no setup `nothing`" });
});

test("moves are read as people write them", async () => {
  assert.equal(await client.read("fide", {}, "Nf3"), "g1f3");
  assert.equal(await client.why("fide", {}, "Nf3"), "");
  assert.equal(await client.attempt("fide", {}, "g1", "f3"), "");
  assert.equal(await client.read("feeble", {}, "Ac1 turns left"), "c1@nw");
  await assert.rejects(client.read("fide", {}, "Nd2"), { name: "Refusal", message: "White's own Pawn stands on d2." });
  await assert.rejects(client.attempt("fide", {}, "e2", "e9"), { message: /e9/ });
});

test("a man without moves is explained", async () => {
  assert.match(await client.stuck("fide", {}, "a1"), /^The Rook on a1 can't reach a\d: the Pawn on a2 is in its way\.$/);
  const fen = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
  assert.equal(await client.stuck("fide", { fen }, "e2"), "This would leave White's King on e1 attacked.");
  assert.equal(await client.stuck("fide", { fen }, "e1"), "");
  assert.equal(await client.stuck("fide", { fen }, "a1"), "");
});

test("boards arranged by hand are judged", async () => {
  const men = [
    { square: "e1", side: "white", man: "King" },
    { square: "e8", side: "black", man: "King" },
    { square: "a1", side: "white", man: "Rook", state: 0 },
  ];
  const { fen, problems } = await client.arrange("fide", { placed: men, side: "black" });
  assert.deepEqual([fen, problems], ["4k3/8/8/8/8/8/8/R3K3 b - - 0 1", []]);
  const castling = await client.arrange("fide", { placed: men, side: "white", rest: "Q - 3 20" });
  assert.deepEqual(castling, { fen: "4k3/8/8/8/8/8/8/R3K3 w Q - 3 20", problems: [] });
  const wrong = await client.arrange("fide", { placed: [...men.slice(1), men[2], { ...men[2], man: "Dragon" }], side: "white" });
  assert.ok(wrong.problems.includes("White has no man `Dragon`"));
  assert.ok(wrong.problems.includes("White has no King"));
  // A view goes back to the board that it came from.
  const view = await client.view("weakest", { moves: ["e2@ne-", "d7@sw-"] });
  const placed = view.board.map(({ square, side, man, state }) => ({ square, side, man, state }));
  const again = await client.arrange("weakest", { placed, side: view.side, rest: view.fen.split(" ").slice(2).join(" ") });
  assert.deepEqual(again, { fen: view.fen, problems: [] });
});

test("men in hand are told, dropped and arranged", async () => {
  const definition = { text: HANDS };
  assert.equal((await client.view("fide", {})).hands, null);
  const { game } = await client.check(definition);
  assert.equal(game.capabilities.drops, true);
  const start = await client.view(definition, {});
  const kinds = start.hands.black.map(({ letter, man, count, label }) => [letter, man, count, label]);
  assert.deepEqual(kinds.slice(0, 2), [["q", "Queen", 0, "no Queens in hand"], ["r", "Rook", 0, "no Rooks in hand"]]);
  const moves = ["e2e4", "d7d5", "e4d5", "d8d5"];
  const { hands, moves: legal, fen } = await client.view(definition, { moves });
  for (const side of ["white", "black"]) {
    const held = hands[side].filter(({ count }) => count > 0);
    assert.deepEqual(held.map(({ man, label }) => [man, label]), [["Pawn", "1 Pawn in hand"]]);
    assert.ok(game.drawings[held[0].symbol], "it has a drawing");
  }
  const drop = legal.find(({ move }) => move === "P@e4");
  assert.deepEqual([drop.kind, drop.from, drop.to, drop.drops, drop.text], ["drop", undefined, "e4", "P", "P@e4"]);
  assert.deepEqual([drop.becomes.label, drop.captures], ["White Pawn on e4", []]);
  const after = await client.view(definition, { moves: [...moves, "P@e4"] });
  assert.deepEqual(after.last, { to: "e4", captures: [] });
  assert.equal(after.hands.white.at(-1).count, 0);
  assert.ok(await client.why(definition, { moves }, "P@e1"));
  // As the view says it, a position is arranged again.
  const placed = [...(await client.view(definition, { moves })).board];
  const rest = fen.split(" ").slice(2).join(" ");
  assert.deepEqual(await client.arrange(definition, { placed, side: "white", hands, rest }), { fen, problems: [] });
  const { fen: without } = await client.arrange(definition, { placed, side: "white", rest });
  assert.match(without, /\[\] w /);
  const wrong = { white: [{ man: "Dragon", count: 1 }], black: [{ man: "King", count: 1 }] };
  const { problems } = await client.arrange(definition, { placed, side: "white", hands: wrong, rest });
  assert.deepEqual(problems, ["White has no man `Dragon`", "Black never has a King in hand"]);
});

test("promoted men are told from others where that counts", async () => {
  const definition = { text: HANDS };
  const { board } = await client.view(definition, { fen: "4k3/8/8/8/8/8/8/Q~Q2K3[] w - - 0 1" });
  const labels = board.filter(({ man }) => man === "Queen").map(({ label, promoted }) => [label, promoted]);
  assert.deepEqual(labels, [["White Queen on a1, promoted", true], ["White Queen on b1", undefined]]);
  const again = await client.arrange(definition, { placed: board, side: "white" });
  assert.match(again.fen, /Q~Q2K3\[\]/);
});

test("a position is drawn", async () => {
  const svg = await client.draw("weakest", { moves: ["e2@ne-"] });
  assert.match(svg, /^<svg /);
  assert.match(svg, /Pawn on e2 facing ne moving/);
});
