import assert from "node:assert/strict";
import { test } from "node:test";
import { client, TURNING } from "./support.js";

test("every built-in game is checked, shown and played", async () => {
  const games = await client.games();
  assert.ok(games.length > 40);
  for (const { name, title, family, text } of games) {
    assert.ok(title && family && text, name);
    const { ok, diagnostics, game } = await client.check(name);
    assert.ok(ok, name);
    assert.deepEqual(diagnostics.filter(({ severity }) => severity === "error"), [], name);
    assert.equal(game.title, title);
    const moves = [];
    for (const { name: setup, fen } of game.setups) {
      assert.equal((await client.view(name, { setup })).fen, fen);
    }
    for (let ply = 0; ply < 10; ply += 1) {
      const view = await client.view(name, { moves });
      assert.equal(view.ply, ply);
      for (const { symbol, man, square } of view.board) {
        assert.ok(game.drawings[symbol], `${name}: ${symbol}`);
        assert.ok(game.men.some((other) => other.name === man), `${name}: ${man}`);
        assert.ok(!game.holes.includes(square));
      }
      moves.push(view.moves[(7 * ply + 3) % view.moves.length].move);
    }
  }
});

test("a game has what a board needs", async () => {
  const { game } = await client.check({ text: TURNING });
  assert.deepEqual([game.name, game.title], ["untitled.variant", "Turning Rooks 🐟"]);
  assert.deepEqual([game.files, game.ranks, game.holes, game.lines], [8, 8, [], []]);
  assert.equal(game.capabilities.turns, true);
  assert.equal(game.capabilities.flips, false);
  const rook = game.men.find(({ name }) => name === "Rook");
  assert.deepEqual([rook.white, rook.black, rook.betza, rook.symbol, rook.royal], ["R", "r", "fR", "rook", false]);
  const winds = ({ facings }) => facings.map(({ part, wind }) => [part, wind]);
  assert.deepEqual(winds(rook.states[0]), [[null, "n"]]);
  assert.deepEqual(winds(rook.blackStates[0]), [[null, "s"]]);
  assert.deepEqual(rook.states.map(({ id }) => id), [0, 1, 2, 3]);
  assert.ok(game.men.find(({ name }) => name === "Pawn").pawnlike);
  assert.ok(game.men.find(({ name }) => name === "King").royal);
});

test("games with lines, blocks, regions, holes and parts say so", async () => {
  const text = `game "Odd" extends xiangqi\n`;
  const { game: xiangqi } = await client.check({ text });
  const palace = xiangqi.regions.find(({ name }) => name === "palace");
  assert.ok(palace.white.includes("e1") && palace.black.includes("e10"));
  const { game: janggi } = await client.check("janggi");
  assert.ok(janggi.lines.length > 0 && janggi.lines[0].length > 1);
  assert.deepEqual([xiangqi.pattern, xiangqi.river, xiangqi.lines.length, janggi.pattern], ["points", 5, 4, "points"]);
  assert.deepEqual((await client.check("grid")).game.grid, [2, 2]);
  const holed = `game "Holed"
board: 3x3 without b2
first: white
black: mirrors white

men
  R turner: forth fR + back bR, royal, forth turns 90, back turns 90

setup start
  r . .
  . * .
  . . R

endings
  stalemated: draw
  checkmated: loses
`;
  const { game, diagnostics } = await client.check({ text: holed });
  assert.ok(game, JSON.stringify(diagnostics));
  assert.deepEqual(game.holes, ["b2"]);
  const [turner] = game.men;
  assert.deepEqual(turner.states[0].facings.map(({ part }) => part), ["forth", "back"]);
});

test("a sheet has the remarks that are given, and what men win", async () => {
  const remarks = await client.remarks("fide");
  const queen = remarks.find(({ text }) => text.includes("wins against a bare King from"));
  assert.ok(queen && remarks.some(({ text }) => text === "With its King it can't win against a bare King."));
  const sheet = await client.sheet("fide", remarks);
  assert.ok(sheet.includes(`<p>${queen.text.replace("'", "&#39;")}</p>`));
  assert.ok(!(await client.sheet("fide")).includes(queen.text));
  await assert.rejects(client.remarks({ text: "game" }), { name: "Refusal" });
});

test("a sheet is a fragment without styles or scripts", async () => {
  const sheet = await client.sheet({ text: TURNING });
  assert.match(sheet, /<h1>Turning Rooks 🐟<\/h1>/);
  assert.doesNotMatch(sheet, /<(html|body|script|style)|style=|<main/);
  assert.match(await client.style(), /\.weakfish /);
  await assert.rejects(client.sheet({ text: "game" }), { name: "Refusal" });
});

test("pictures have figures or characters", async () => {
  for (const [name, same] of [["fide", true], ["xiangqi", false]]) {
    assert.equal((await client.draw(name, {})) === (await client.draw(name, {}, true)), same, name);
    assert.equal((await client.sheet(name)) === (await client.sheet(name, undefined, true)), same, name);
  }
});

test("drawings are those of the men", async () => {
  const symbols = await client.symbols("weakest");
  assert.match(symbols.pawn, /^<path d="/);
  const { game } = await client.check({ text: 'game "S" extends fide\nmen\n  N strange beast: AD\n' });
  const beast = game.men.find(({ name }) => name === "Strange Beast");
  assert.match(game.drawings[beast.symbol], />N<\/text>/);
});

test("files extend files that are given with them", async () => {
  const files = { "lib/base.variant": 'game "Base" extends fide\nmen\n  R rook: fR, turns 90\nrules\n  castling: K sideways\n' };
  const text = 'game "Mine" extends "lib/base.variant"\nmen\n  R rook: W\n';
  const { ok, diagnostics } = await client.check({ text, files });
  assert.equal(ok, false);
  // What is wrong with another text is told with its name.
  assert.ok(diagnostics.some(({ file }) => file === "lib/base.variant"));
  files["lib/base.variant"] = TURNING;
  assert.equal((await client.check({ text: 'game "M" extends "lib/base.variant"\n', files })).ok, true);
  const outside = await client.check({ text: 'game "M" extends "../base.variant"\n', files });
  assert.equal(outside.diagnostics[0].code, "check::base-outside");
});

test("what is no game is refused", async () => {
  for (const call of ["check", "view", "tokens"]) {
    await assert.rejects(client[call]("nothing", {}), { name: "Refusal", message: "there is no built-in game `nothing`" });
  }
  await assert.rejects(client.check(/** @type {any} */ (7)), { name: "Refusal" });
});

test("a configuration of Fairy-Stockfish becomes definitions", async () => {
  const ini = "[rifles:chess]\nmustCapture = true\nflipEnclosedPieces = ataxx\n\n[broken:nothing]\n";
  const { definitions, problems } = await client.import(ini);
  assert.equal(definitions[0].name, "rifles");
  assert.match(definitions[0].notes[0], /converts enemy men/);
  const [{ message, labels: [{ start, end }] }] = problems;
  assert.match(message, /nothing/);
  assert.equal(ini.slice(start, end), "nothing");
  assert.equal((await client.check({ text: definitions[0].text })).ok, true);
  // What is wrong with a game that Fairy-Stockfish has built in has no place in one's own text.
  const mini = await client.import("[mini:nocastle]\nmaxFile = 6\n");
  assert.match(mini.problems[0].file ?? "", /Fairy-Stockfish/);
});
