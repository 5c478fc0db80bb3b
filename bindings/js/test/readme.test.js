import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";

const folder = new URL("..", import.meta.url);
const readme = await readFile(new URL("README.md", folder), "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];

test("the README has examples", () => assert.ok(examples.length >= 4));

for (const [number, [, program, printed]] of examples.entries()) {
  test(`example ${number + 1} of the README prints what stands below it`, async () => {
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
    assert.equal((await run).stdout, printed);
  });
}
