// What one sees, measured: no label hides another, nothing leaves its panel, and nothing serious for people who cannot see.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answer, asked, begin, launch, openPage, serve, SHOTS, PATIENCE } from './tools.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => (await browser.close(), await server.stop()));

/// Labels of the map that overlap, by what the browser has drawn.
const overlapping = (page) =>
  page.evaluate(() => {
    const list = [...document.querySelectorAll('[data-label]')].map((e) => ({ text: e.textContent, r: e.getBoundingClientRect() }));
    const bad = [];
    for (let i = 0; i < list.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [list[i].r, list[j].r];
        const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (x > 2 && y > 4) bad.push(`${list[i].text} / ${list[j].text}`);
      }
    return bad;
  });

/// Controls and texts that stick out of the window, or pages that scroll sideways.
const leaving = (page) =>
  page.evaluate(() => {
    const bad = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) bad.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const e of document.querySelectorAll('button, h1, h2, h3, .btn, header, .prompt, aside, .odds')) {
      const r = e.getBoundingClientRect();
      if (r.width === 0 || e.closest('.board, .scroll, .hand, .scrub')) continue;
      if (r.left < -1 || r.right > innerWidth + 1) bad.push(`${e.tagName} ${e.textContent.trim().slice(0, 30)} ${Math.round(r.left)}..${Math.round(r.right)}`);
    }
    return bad;
  });

async function serious(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join(' | ')}`);
}

const SIZES = [['1440', 1440, 900], ['1024', 1024, 768], ['390', 390, 844]];

for (const [name, width, height] of SIZES)
  test(`the table at ${name} pixels`, { timeout: 3 * PATIENCE }, async () => {
    const { page, faults, close } = await openPage(browser, { width, height });
    await begin(page, server.address, { scenario: 'Vimeiro', sheet: 'valour-fortitude', level: 'Recruit' });
    for (let i = 0; i < 4; i++) await answer(page);
    await asked(page);
    await page.keyboard.press('n');
    await page.keyboard.press(']');
    for (const zoom of ['0', '+', '+', '+']) {
      await page.keyboard.press(zoom);
      await page.waitForSelector('.board[data-at-rest=true]');
      await page.evaluate(() => document.fonts.ready);
      assert.deepEqual(await overlapping(page), [], `labels at zoom ${zoom}`);
    }
    await page.screenshot({ path: join(SHOTS, `table-${name}.png`) });
    assert.deepEqual(await leaving(page), []);
    assert.deepEqual(await serious(page), []);
    // The longest answers that a question has, four at once: the dice seldom bring them together.
    await page.evaluate(() => {
      const row = document.querySelector('.prompt .buttons');
      for (const rank of ['Four', 'Seven', 'Nine', 'Queen']) {
        const long = row.appendChild(document.createElement('button'));
        long.className = `${row.querySelector('button')?.className ?? 'btn'} btn`;
        long.textContent = `Play the ${rank}, spent to let a brigade try again`;
      }
    });
    assert.deepEqual(await leaving(page), [], 'long answers');
    assert.deepEqual(faults, []);
    await close();
  });

for (const [name, width, height] of SIZES)
  test(`start and charts at ${name} pixels, light and dark`, { timeout: 3 * PATIENCE }, async () => {
    for (const theme of ['light', 'dark']) {
      const { page, faults, close } = await openPage(browser, { width, height, settings: { theme, film: false, dice: 'off' } });
      for (const [path, wait] of [['/', '.card svg'], ['/charts', '.list a'], ['/charts/march-attack', '.list a'], ['/replay', '.drop']]) {
        await page.goto(server.address + path);
        await page.locator(wait).first().waitFor();
        assert.deepEqual(await leaving(page), [], path);
        assert.deepEqual(await serious(page), [], `${path} ${theme}`);
      }
      await page.goto(server.address);
      await page.locator('.card svg').nth(2).waitFor();
      await page.screenshot({ path: join(SHOTS, `start-${name}-${theme}.png`) });
      assert.deepEqual(faults, []);
      await close();
    }
  });
