// A first turn by each sheet with the pointer alone, as somebody plays who reads nothing but the screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { asked, begin, launch, openPage, serve, SHOTS, PATIENCE } from './tools.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => (await browser.close(), await server.stop()));

const stepOf = async (page) => Number(await page.locator('.app').getAttribute('data-step'));
const turnOf = async (page) => Number(/\d+/.exec(await page.locator('header .turn b').innerText())?.[0] ?? 99);
const moved = (page, before) => page.waitForFunction((n) => Number(document.querySelector('.app').dataset.step) > n || document.querySelector('.notice.bad'), before);

/// Drags the chosen unit towards the middle of the table. True if the table says where it would end.
async function drag(page) {
  const frame = page.locator('.unit[data-chosen=true]').first();
  if (!(await frame.count()) || !(await page.locator('.board [data-reach]').count())) return false;
  const board = await page.locator('.board').boundingBox();
  const from = await frame.boundingBox();
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const hit = await page.evaluate(([a, b]) => document.elementFromPoint(a, b)?.closest('.unit')?.dataset.chosen === 'true', [x, y]);
  if (!hit) return false;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (board.x + board.width / 2 - x) / 4, y + (board.y + board.height / 2 - y) / 4, { steps: 6 });
  await page.mouse.up();
  return (await page.locator('.odds .btn.go:enabled').count()) > 0;
}

/// One answer by clicks: the next unit, what it may do, and the green button; or whatever the prompt offers.
async function click(page, tally) {
  const start = await stepOf(page);
  const next = page.locator('.prompt .btn', { hasText: 'Next' });
  if (await next.count()) await next.click();
  const verbs = page.locator('.unitcard .acts .btn');
  if (tally.acts % 6 !== 5 && (await verbs.count())) {
    if (!(await page.locator('.odds').count())) await verbs.first().click();
    if (!(await page.locator('.odds').count())) {
      if (await drag(page)) tally.drags++;
      else if (await page.locator('.unitcard .options button').count()) await page.locator('.unitcard .options button').first().click();
    }
  }
  tally.acts++;
  const commit = page.locator('.odds .btn.go:enabled');
  const plain = page.locator('.prompt .btn:not(.quiet)', { hasNotText: /Next|Unlink|Link the row/ });
  if (await commit.count()) await commit.click();
  else if (await plain.count()) await plain.last().click();
  else {
    await page.locator('.unitcard .options button').first().click();
    await commit.click();
  }
  await moved(page, start);
}

for (const [sheet, width, height] of [['valour-fortitude', 1440, 900], ['napoleons-legacy', 1440, 900], ['esr-50', 1440, 900], ['march-attack', 1440, 900], ['valour-fortitude', 390, 844]])
  test(`a turn by ${sheet} with the pointer at ${width} pixels`, { timeout: 3 * PATIENCE }, async () => {
    const { page, faults, close } = await openPage(browser, { width, height });
    await begin(page, server.address, { scenario: 'Two Brigades', sheet, level: 'Regular' });
    const tally = { acts: 0, drags: 0 };
    await asked(page);
    assert.equal(await page.locator('.guide').count(), 1, 'the first turn is guided');
    assert.equal(await page.locator('.whose').innerText(), 'Your move');
    while ((await asked(page)) === 'mine' && (await turnOf(page)) < 2 && tally.acts < 80) {
      await page.screenshot({ path: join(SHOTS, `pointer-${sheet}-${width}-${String(tally.acts).padStart(2, '0')}.png`) });
      await click(page, tally);
    }
    assert.ok((await turnOf(page)) >= 2, `the first turn ends: ${JSON.stringify(tally)} ${await page.locator('.prompt').innerText()}`);
    assert.ok((await page.locator('.log li').count()) > 1, 'the log tells it');
    assert.deepEqual(faults, []);
    await close();
  });

for (const sheet of ['napoleons-legacy', 'march-attack', 'esr-50', 'valour-fortitude'])
  test(`sight, measures and reach of leaders by ${sheet}`, { timeout: 2 * PATIENCE }, async () => {
    const { page, faults, close } = await openPage(browser);
    await begin(page, server.address, { scenario: 'Two Brigades', sheet, level: 'Recruit' });
    await asked(page);
    const units = page.locator('.board .unit');
    const label = (u) => u.getAttribute('aria-label');
    const all = await units.all();
    const sides = new Map();
    for (const u of all) sides.set(/^[^,]+, ([^,]+),/.exec(await label(u))[1], u);
    assert.equal(sides.size, 2, 'units of two sides');
    const [a, b] = [...sides.values()];
    await a.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('l');
    assert.match(await page.locator('.measured').innerText(), / sees |Choose a unit/);
    await page.screenshot({ path: join(SHOTS, `sight-${sheet}.png`) });
    await page.keyboard.press('l');
    assert.equal(await page.locator('.measured').count(), 0);
    await page.keyboard.press('m');
    const [from, to] = [await a.boundingBox(), await b.boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    assert.match(await page.locator('.measured').innerText(), /\d.*(sees|does not see)/);
    await page.screenshot({ path: join(SHOTS, `measured-${sheet}.png`) });
    assert.deepEqual(faults, []);
    await close();
  });

test('a battalion is left out of its row', { timeout: 3 * PATIENCE }, async () => {
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Vimeiro', sheet: 'napoleons-legacy', level: 'Recruit' });
  await asked(page);
  // On to the orders, then from unit to unit until one stands in a row.
  for (let tries = 0; tries < 40 && !(await page.locator('.unitcard .row').count()); tries++) {
    if (/order is given/.test(await page.locator('.prompt p').innerText())) await page.locator('.prompt .btn', { hasText: 'Next' }).click();
    else await click(page, { acts: 5, drags: 0 });
    await asked(page);
  }
  const row = page.locator('.unitcard .row');
  assert.match(await row.innerText(), /A row of (\d+)/);
  await page.locator('.unitcard .acts .btn', { hasText: 'Move' }).click();
  const whole = Number(/A row of (\d+)/.exec(await row.innerText())[1]);
  const says = (words) => page.waitForFunction((w) => document.querySelector('.unitcard .row legend')?.textContent.includes(w), words);
  const without = whole > 2 ? `A row of ${whole - 1}` : 'By itself';
  await row.locator('input:enabled').first().uncheck();
  await says(without);
  await row.locator('input:enabled').first().check();
  await says(`A row of ${whole}`);
  // The same by the handles on the table, once it is near enough for them.
  await page.keyboard.press('Escape');
  for (let i = 0; i < 6 && !(await page.locator('.handle').count()); i++) {
    await page.keyboard.press('+');
    await page.waitForSelector('.board[data-at-rest=true]');
  }
  await page.getByRole('button', { name: /^Leave out/ }).first().click();
  await says(without);
  await page.getByRole('button', { name: /^Take along/ }).first().click();
  await says(`A row of ${whole}`);
  await page.screenshot({ path: join(SHOTS, 'row-whole-1440.png') });
  await page.getByRole('button', { name: 'Unlink the row here' }).first().click();
  await page.getByRole('button', { name: 'Link the row', exact: true }).click();
  await says(`A row of ${whole}`);
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await says('By itself');
  await page.screenshot({ path: join(SHOTS, 'row-1440.png') });
  assert.ok((await page.locator('.odds .btn.go:enabled').count()) > 0, 'the order without it is legal');
  assert.deepEqual(faults, []);
  await close();
});
