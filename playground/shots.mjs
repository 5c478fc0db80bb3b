// A picture of every built-in game in both themes, of every panel, and of a phone's width: `shots/`.
// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { open, ready, start } from './test/browser.mjs';

const folder = path.join(import.meta.dirname, 'shots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const only = process.argv[2];
const world = await start();
try {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const { page, context } = await open(world, { theme, width: 1440, height: 900 });
    const shot = (/** @type {string} */ name) => page.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
    for (const panel of ['Play', 'Analyse', 'Position', 'Learn', 'Test']) {
      await page.getByRole('tab', { name: panel }).click();
      await page.waitForTimeout(300);
      await shot(`panel-${panel.toLowerCase()}`);
    }
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await page.waitForTimeout(1500);
    await shot('gallery');
    const names = await page.locator('.card').evaluateAll(cards => cards.map(card => card.getAttribute('data-game') ?? ''));
    for (const name of only === 'panels' ? [] : new Set(names)) {
      await page.evaluate(name => (location.hash = `game=${name}`), name);
      await page.waitForFunction(name => document.querySelector('.file')?.textContent === name, name);
      await ready(page);
      await shot(`game-${name}`);
    }
    await page.evaluate(() => (location.hash = 'learn'));
    await page.waitForTimeout(1500);
    await shot('learn');
    await page.goBack();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.screenshot({ path: path.join(folder, `phone-game-${theme}.png`), fullPage: true });
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await shot('phone-definition');
    await page.setViewportSize({ width: 1000, height: 750 });
    await shot('tablet');
    await context.close();
  }
} finally {
  await world.stop();
}
