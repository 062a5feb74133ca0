// The other pages: charts by themselves and offline, a record dropped on the page, and what a first visit shows.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, asked, begin, launch, openPage, playOut, serve, SHOTS, PATIENCE } from './tools.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => (await browser.close(), await server.stop()));

test('a chart answers at once, keeps its facts in the address, and works offline', { timeout: 90000 }, async () => {
  const { page, faults, close } = await openPage(browser, { width: 390, height: 844 });
  await page.goto(`${server.address}/charts`);
  await page.getByRole('link', { name: /^Fire/ }).first().click();
  await page.waitForSelector('.result .field');
  const first = await page.locator('.result').innerText();
  const began = Date.now();
  await page.getByRole('button', { name: 'more' }).first().click();
  await page.waitForFunction((t) => document.querySelector('.result').innerText !== t, first, { polling: 10 });
  assert.ok(Date.now() - began < 1000, `${Date.now() - began} ms`);
  assert.match(page.url(), /\?\w+=/);
  const shown = await page.locator('.result').innerText();
  await page.screenshot({ path: join(SHOTS, 'charts-phone.png') });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.result .field');
  assert.equal(await page.locator('.result').innerText(), shown);
  assert.deepEqual(faults.filter((f) => !/ERR_INTERNET_DISCONNECTED/.test(f)), []);
  await close();
});

test('a record that is chosen as a file is played again, and a broken one is refused with its line', { timeout: 3 * PATIENCE }, async () => {
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Two Brigades', sheet: 'esr-75', level: 'Recruit' });
  await playOut(page);
  const id = /game\/([\w-]+)/.exec(page.url())[1];
  const record = await (await fetch(`${server.address}/api/games/${id}/record`)).text();
  const file = join(tmpdir(), `limber-${process.pid}.record`);
  writeFileSync(file, record);
  await page.goto(`${server.address}/replay`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForSelector('.scrub');
  await page.keyboard.press('ArrowRight');
  await page.locator('input[type=range]').fill('5');
  assert.match(await page.locator('.moment').innerText(), /Turn \d+/);
  // From that moment a game of its own goes on.
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.getByRole('button', { name: 'Same screen' }).click();
  await page.screenshot({ path: join(SHOTS, 'play-on.png') });
  await page.getByRole('button', { name: 'Begin there' }).click();
  assert.equal(await asked(page), 'mine');
  assert.ok((await page.locator('.log li').count()) > 0, 'the log tells what came before');
  assert.ok(await answer(page), 'it can be played on');
  // A record that is dropped on the start page comes to the same.
  await page.goto(server.address);
  await page.locator('.card svg').first().waitFor();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'battle.record'));
    return transfer;
  }, record);
  await page.dispatchEvent('.start', 'drop', { dataTransfer: data });
  await page.waitForSelector('.scrub');
  writeFileSync(file, 'limber record 3\nnonsense\n');
  await page.goto(`${server.address}/replay`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('alert').waitFor();
  assert.deepEqual(faults.filter((f) => !/422/.test(f)), []);
  await close();
});

test('one click from the start page to a first battle', { timeout: 3 * PATIENCE }, async () => {
  const { page, faults, close } = await openPage(browser);
  await page.goto(server.address);
  await page.locator('.card svg').first().waitFor();
  await page.screenshot({ path: join(SHOTS, 'start.png') });
  await page.getByRole('button', { name: 'Play a first battle now' }).click();
  await page.waitForSelector('.guide');
  await page.screenshot({ path: join(SHOTS, 'first-battle.png') });
  assert.deepEqual(faults, []);
  await close();
});

for (const [name, width, height] of [['1440', 1440, 900], ['390', 390, 844]])
  test(`before the battle one looks at both armies, at ${name} pixels`, { timeout: 3 * PATIENCE }, async () => {
    const { page, faults, close } = await openPage(browser, { width, height });
    await begin(page, server.address, { scenario: 'Vimeiro', sheet: 'march-attack', level: 'Recruit' });
    assert.equal(await page.locator('.app').getAttribute('data-now'), 'held');
    assert.match(await page.locator('header .turn').innerText(), /Before turn 1/);
    if (width > 760) {
      assert.match(await page.locator('.standing').innerText(), /What it is about/);
      assert.ok((await page.locator('.roster .group').count()) > 6, 'both orders of battle');
    }
    await page.screenshot({ path: join(SHOTS, `before-${name}.png`) });
    await page.locator('.board .unit').first().focus();
    await page.keyboard.press('n');
    assert.equal(await page.locator('.acts .btn').count(), 0, 'nobody may act yet');
    assert.equal(await asked(page), 'mine');
    assert.match(await page.locator('header .turn').innerText(), /Turn 1 of/);
    // Who comes back finds the game where it is, once something has been answered.
    assert.ok(await answer(page));
    await page.reload();
    await page.waitForSelector('.app[data-now]');
    assert.notEqual(await page.locator('.app').getAttribute('data-now'), 'held');
    assert.deepEqual(faults, []);
    await close();
  });

test('by keys alone: choose, weigh, commit, from a fresh page', { timeout: 3 * PATIENCE }, async () => {
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Two Brigades', sheet: 'valour-fortitude', level: 'Recruit' });
  await page.waitForSelector('.app[data-now="held"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.app[data-now="mine"]');
  await page.keyboard.press('n');
  await page.waitForSelector('.unitcard');
  await page.keyboard.press('1');
  await page.keyboard.press(']');
  await page.waitForSelector('.oddsbox');
  const before = Number(await page.locator('.app').getAttribute('data-step'));
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => Number(document.querySelector('.app').dataset.step) > n, before);
  await page.keyboard.press('v');
  await page.waitForSelector('.list');
  await page.keyboard.press('?');
  await page.waitForSelector('.keys');
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
  await close();
});
