// People at the table: two browsers against each other, one who watches, and a server that is killed in the middle.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { answer, asked, begin, launch, now, openPage, serve, PATIENCE } from './tools.mjs';

let browser;
before(async () => (browser = await launch()));
after(async () => browser.close());

async function invited(host, browserOf) {
  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByRole('button', { name: 'Copy the invitation' }).click();
  const said = await host.locator('.menu p').innerText();
  await host.keyboard.press('Escape');
  const guest = await openPage(browserOf);
  await guest.page.goto(/https?:\/\/\S+/.exec(said)[0]);
  await guest.page.waitForSelector('.app[data-now]');
  return guest;
}

test('two browsers play each other, a third one watches, a few words pass', { timeout: 3 * PATIENCE }, async () => {
  const server = await serve();
  const a = await openPage(browser);
  await begin(a.page, server.address, { scenario: 'Two Brigades', sheet: 'valour-fortitude', opponent: 'By link' });
  const b = await invited(a.page, browser);
  assert.ok(!b.page.url().includes('#'), 'the seat leaves the address bar');
  const watcher = await openPage(browser);
  await watcher.page.goto(a.page.url());
  await watcher.page.waitForSelector('.app[data-now]');
  const seen = { a: 0, b: 0 };
  for (let i = 0; i < 40; i++) {
    const who = await Promise.race([asked(a.page).then(() => 'a'), asked(b.page).then(() => 'b')]);
    if ((await now(a.page)) === 'over') break;
    seen[who]++;
    await answer(who === 'a' ? a.page : b.page);
  }
  assert.ok(seen.a > 0 && seen.b > 0, JSON.stringify(seen));
  assert.equal(await now(watcher.page), 'theirs');
  assert.equal(await watcher.page.locator('.prompt .btn.go').count(), 0, 'a spectator has nothing to commit');
  await a.page.getByRole('tab', { name: 'Words' }).click();
  await a.page.getByLabel('Words to the other player').fill('A fair field');
  await a.page.getByRole('button', { name: 'Say' }).click();
  await b.page.getByRole('tab', { name: 'Words' }).click();
  await b.page.getByText('A fair field').waitFor();
  assert.deepEqual([...a.faults, ...b.faults, ...watcher.faults], []);
  await Promise.all([a.close(), b.close(), watcher.close()]);
  await server.stop();
});

test('both sides at one screen, and a resignation', { timeout: 3 * PATIENCE }, async () => {
  const server = await serve();
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Two Brigades', sheet: 'march-attack', opponent: 'Same screen' });
  for (let i = 0; i < 12; i++) await answer(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Resign …' }).click();
  await page.getByRole('button', { name: 'Yes, I resign' }).click();
  await page.waitForSelector('.app[data-now="over"]');
  assert.deepEqual(faults, []);
  await close();
  await server.stop();
});

test('the game goes on after the server was killed', { timeout: 3 * PATIENCE }, async () => {
  const first = await serve();
  const { page, faults, close } = await openPage(browser);
  await begin(page, first.address, { scenario: 'Two Brigades', sheet: 'valour-fortitude', level: 'Recruit' });
  for (let i = 0; i < 5; i++) await answer(page);
  await asked(page);
  const before = Number(await page.locator('.app').getAttribute('data-step'));
  await first.kill();
  await page.getByText('No connection.').waitFor();
  const second = await serve({ port: first.port, store: first.store });
  await page.getByText('No connection.').waitFor({ state: 'detached', timeout: 30000 });
  assert.ok(Number(await page.locator('.app').getAttribute('data-step')) >= before, 'nothing is lost');
  for (let i = 0; i < 3; i++) await answer(page);
  assert.deepEqual(faults, []);
  await close();
  await second.stop();
});

test('an answer is taken back before anything is thrown', { timeout: 3 * PATIENCE }, async () => {
  const server = await serve();
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Two Brigades', sheet: 'valour-fortitude', level: 'Recruit' });
  const prompt = () => page.locator('.prompt p').innerText();
  const canUndo = async () => (await page.getByRole('button', { name: /^Undo/ }).count()) > 0;
  let before = '';
  for (let i = 0; i < 40; i++) {
    before = await prompt();
    await answer(page);
    assert.equal(await asked(page), 'mine', 'an answer that can be taken back comes before the end');
    if ((await canUndo()) && (await prompt()) !== before) break;
  }
  assert.ok(await canUndo());
  await page.keyboard.press('u');
  await page.waitForFunction((text) => document.querySelector('.prompt p')?.innerText === text, before);
  assert.deepEqual(faults, []);
  await close();
  await server.stop();
});
