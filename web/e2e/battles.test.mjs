// A whole battle against the computer by each sheet, through the interface and by keys alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin, launch, LIMBER, now, openPage, playOut, serve, SHOTS, PATIENCE } from './tools.mjs';

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => (await browser.close(), await server.stop()));

/// What `limber luck` says that dice owed, by a record: one number for each row.
async function owed(address, game) {
  const folder = mkdtempSync(join(tmpdir(), 'limber-luck-'));
  const file = join(folder, 'battle.record');
  writeFileSync(file, await (await fetch(`${address}/api/games/${game}/record`)).text());
  const rows = JSON.parse(execFileSync(LIMBER, ['luck', file, '--json'], { encoding: 'utf8' }));
  rmSync(folder, { recursive: true });
  return rows.map((r) => r.expected_value).sort((a, b) => a - b);
}

for (const sheet of ['valour-fortitude', 'napoleons-legacy', 'esr-50', 'esr-75', 'march-attack'])
  test(`two brigades by ${sheet} to the end`, { timeout: 3 * PATIENCE }, async () => {
    const { page, faults, close } = await openPage(browser);
    await begin(page, server.address, { scenario: 'Two Brigades', sheet, level: 'Regular' });
    await page.screenshot({ path: join(SHOTS, `table-${sheet}.png`) });
    const answers = await playOut(page);
    assert.ok(answers > 3, `${answers} answers`);
    assert.equal(await now(page), 'over');
    assert.ok((await page.locator('.log li').count()) > 5, 'the log tells the battle');
    await page.getByRole('link', { name: 'How it went' }).click();
    await page.waitForSelector('.exp');
    assert.ok((await page.locator('h1').innerText()).length > 5);
    assert.ok((await page.locator('.r tbody tr.total').count()) > 0, 'the account has the luck of all dice');
    const told = (await page.locator('.r td.said').allInnerTexts()).filter((t) => t.includes(' due')).map((t) => Number(/([\d.]+) due/.exec(t)[1])).sort((a, b) => a - b);
    const exact = await owed(server.address, /game\/([^/?]+)/.exec(page.url())[1]);
    assert.equal(told.length, exact.length, 'the browser and limber luck have the same rows');
    told.forEach((n, i) => assert.ok(Math.abs(n - exact[i]) < 0.11, `${n} is due, not ${exact[i]}`));
    assert.match(await page.locator('.tp').innerText(), /Turn \d+, for |Nothing turned/);
    await page.screenshot({ path: join(SHOTS, `account-${sheet}.png`) });
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.waitForSelector('.scrub');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await page.screenshot({ path: join(SHOTS, `replay-${sheet}.png`) });
    assert.deepEqual(faults, []);
    await close();
  });

test('real dice are typed in', { timeout: 3 * PATIENCE }, async () => {
  const { page, faults, close } = await openPage(browser);
  await begin(page, server.address, { scenario: 'Two Brigades', sheet: 'esr-75', level: 'Recruit', dice: 'real' });
  await playOut(page);
  assert.equal(await now(page), 'over');
  assert.deepEqual(faults, []);
  await close();
});
