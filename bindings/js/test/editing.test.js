import assert from "node:assert/strict";
import { test } from "node:test";
import { client, edited, TURNING } from "./support.js";

/** The text at a place. */
const at = (text, { start, end }) => text.slice(start, end);

test("places are counted as JavaScript counts, whatever stands before them", async () => {
  const text = '// 🐟♞é\ngame "🐟" extends fide\nmen\n  R rook: fQQ, turns 45\n';
  const { diagnostics } = await client.check({ text });
  const redundant = diagnostics.find(({ code }) => code === "betza::redundant-range");
  assert.equal(redundant.severity, "warning");
  assert.equal(redundant.labels[0].start, text.indexOf("fQQ") + 2);
  assert.equal(at(text, redundant.labels[0]), "Q");
  assert.ok(redundant.help);
  const [mend] = redundant.mends;
  assert.equal(mend.title, "Remove `Q`");
  assert.match(edited(text, mend.edits), /rook: fQ,/);
  for (const { start, end, kind } of await client.tokens({ text })) {
    assert.equal(at(text, { start, end }).trim(), at(text, { start, end }), kind);
  }
});

test("words are told apart", async () => {
  const tokens = await client.tokens({ text: TURNING });
  const kinds = Object.fromEntries(tokens.map((token) => [at(TURNING, token), token.kind]));
  assert.equal(kinds.game, "heading");
  assert.equal(kinds.fR, "movement");
  assert.equal(kinds.castling, "key");
  assert.equal(kinds.rook, "man-name");
});

test("the canonical layout is reached by edits", async () => {
  const text = TURNING.replace("  R rook: fR, turns 90", "R rook:fR , turns 90 // 🐟");
  const edits = await client.format({ text });
  assert.ok(edits.length > 0);
  const formatted = edited(text, edits);
  assert.match(formatted, /^ {2}R rook: fR, turns 90 {2}\/\/ 🐟$/m);
  assert.deepEqual(await client.format({ text: formatted }), []);
});

test("what can be written is told with its place", async () => {
  const text = 'game "🐟" extends fi';
  const { from, to, items } = await client.complete({ text }, text.length);
  assert.equal(text.slice(from, to), "fi");
  const fide = items.find(({ label }) => label === "fide");
  assert.deepEqual([fide.insert, fide.kind], ["fide", "game"]);
  assert.match(fide.doc, /\*\*Chess\*\*/);
});

test("hovers say what words mean, and show men", async () => {
  const movement = await client.hover({ text: TURNING }, TURNING.indexOf("fR") + 1);
  assert.equal(at(TURNING, movement), "fR");
  assert.match(movement.markdown, /^`fR`: /);
  assert.match(movement.svg, /^<svg .*Rook/s);
  // The first of four facings.
  assert.match(movement.svg, /Facing n/);
  assert.doesNotMatch(movement.svg, /Facing e/);
  assert.equal(movement.more, 3);
  const key = await client.hover({ text: TURNING }, TURNING.indexOf("castling"));
  assert.match(key.markdown, /\*\*castling\*\*/);
  assert.deepEqual([key.svg, key.more], [undefined, undefined]);
  assert.equal(await client.hover({ text: TURNING }, TURNING.indexOf("\n\nmen") + 1), null);
});

test("a hover shows the last game while the text has mistakes", async () => {
  const name = "hovered.variant";
  await client.check({ text: TURNING, name });
  const broken = TURNING.replace("castling:       none", "castling:       nobody");
  assert.equal((await client.check({ text: broken, name })).ok, false);
  assert.match((await client.hover({ text: broken, name }, broken.indexOf("rook"))).svg, /^<svg /);
});

test("names lead to their definition and uses, and change everywhere", async () => {
  const text = 'game "🐟" extends fide\nregions\n  hill: d4 to e5\nendings\n  K on hill: wins\n';
  const use = text.lastIndexOf("hill");
  assert.equal(at(text, await client.definitionOf({ text }, use)), "hill");
  assert.equal((await client.definitionOf({ text }, use)).start, text.indexOf("hill"));
  assert.deepEqual((await client.uses({ text }, use)).map(({ start }) => start), [text.indexOf("hill"), use]);
  const renamed = edited(text, await client.rename({ text }, use, "summit"));
  assert.equal(renamed, text.replaceAll("hill", "summit"));
  assert.equal(await client.definitionOf({ text }, 0), null);
  await assert.rejects(client.rename({ text }, use, "two words"), { name: "Refusal" });
});

test("an outline has the sections and their lines", async () => {
  const outline = await client.outline({ text: TURNING });
  assert.deepEqual(outline.map(({ kind }) => kind), ["game", "section", "section", "test"]);
  const [rook] = outline[1].children;
  assert.deepEqual([rook.name, rook.detail, rook.kind], ["R rook", "fR, turns 90", "man"]);
  assert.equal(at(TURNING, rook), "R rook: fR, turns 90");
});

test("codes are explained", async () => {
  assert.match(await client.explain("betza::blank"), /^\*\*betza::blank\*\*: .*`WfD`$/s);
  assert.doesNotMatch(await client.explain("check::off-board"), /weakfish/);
  await assert.rejects(client.explain("betza::nothing"), { name: "Refusal" });
});

test("new games can be played at once, and say nothing of commands", async () => {
  for (const from of [undefined, { game: "shatranj" }, { fen: "rck/ppp/3/PPP/RCK w" }]) {
    const text = await client.create("My Game", from);
    assert.match(text, /^game "My Game"/m);
    assert.doesNotMatch(text, /weakfish check/);
    assert.ok((await client.view({ text }, {})).moves.length > 0);
  }
  await assert.rejects(client.create("My Game", { game: "nosuchgame" }), /no built-in game/);
  await assert.rejects(client.create("", {}));
  const uneven = client.create("My Game", { fen: "rck/pp/3/PPP/RCK w" });
  await assert.rejects(uneven, { message: "Rank 2 from the top, `pp`, has 2 squares, and the first one 3." });
});
