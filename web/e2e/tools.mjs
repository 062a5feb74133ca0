// What the browser tests share: a real server on a free port, a browser, and a hand that plays.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/// How long anything may take: a busy machine is slow, not wrong. Who looks for a fault in a test may be less patient.
export const PATIENCE = Number(process.env.LIMBER_PATIENCE ?? 600000);

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const LIMBER = process.env.LIMBER ?? join(root, 'build', 'limber');
const WEB = process.env.LIMBER_WEB ?? join(root, 'build', 'web');
export const SHOTS = process.env.LIMBER_SHOTS ?? join(root, 'build', 'shots');
mkdirSync(SHOTS, { recursive: true });

/// Starts `limber serve`; `port` and `store` let it be started again where it was.
export async function serve({ port = 0, store } = {}) {
  const folder = store ? dirname(store) : mkdtempSync(join(tmpdir(), 'limber-web-'));
  const file = store ?? join(folder, 'games.db');
  const child = spawn(LIMBER, ['serve', '--port', String(port), '--store', file, '--web', WEB, '--rate', '0'], { cwd: root });
  let errors = '';
  child.stderr.on('data', (d) => (errors += d));
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (d) => {
      said += d;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`limber serve ended with ${code}: ${errors}`)));
    setTimeout(() => reject(new Error(`limber serve did not say its address: ${said} ${errors}`)), PATIENCE).unref();
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    address,
    port: Number(new URL(address).port),
    store: file,
    errors: () => errors,
    kill: async () => (child.kill('SIGKILL'), ended),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (!store) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });

/// A page that remembers every complaint of the browser: none may be left at the end.
export async function openPage(browser, { width = 1440, height = 900, settings = { film: false, dice: 'off', theme: 'light' } } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, permissions: ['clipboard-read', 'clipboard-write'] });
  await context.addInitScript((s) => {
    if (!localStorage.getItem('limber.settings')) localStorage.setItem('limber.settings', JSON.stringify(s));
  }, settings);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on('pageerror', (e) => faults.push(`${e.message}\n${e.stack ?? ''}`));
  page.on('console', (m) => {
    if (m.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(m.text())) faults.push(m.text());
  });
  return { page, faults, close: () => context.close() };
}

/// Makes a game by the interface's own start page.
export async function begin(page, address, { scenario, sheet, side = 0, opponent = 'Computer', level = 'Recruit', dice = 'computer' }) {
  await page.goto(address);
  await page.locator('.card', { hasText: scenario }).first().click();
  await page.locator(`input[value="${sheet}"]`).check();
  await page.getByRole('button', { name: opponent, exact: true }).click();
  if (opponent === 'Computer') await page.getByRole('button', { name: level, exact: true }).click();
  if (opponent !== 'Same screen') await page.locator('.set .seg').first().locator('button').nth(side).click();
  if (dice === 'real') await page.getByRole('button', { name: 'I roll real dice' }).click();
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await page.waitForSelector('.app[data-now]');
}

export const now = (page) => page.locator('.app').getAttribute('data-now');
const steps = async (page) => Number(await page.locator('.app').getAttribute('data-step'));

/// Waits until somebody at this screen is asked, or the battle is over.
export async function asked(page, timeout = PATIENCE) {
  await page.waitForFunction(() => ['mine', 'over', 'held'].includes(document.querySelector('.app')?.dataset.now ?? ''), null, { timeout });
  if ((await now(page)) === 'held') {
    await page.getByRole('button', { name: 'Begin turn 1' }).click();
    return asked(page, timeout);
  }
  return now(page);
}

/// Answers once, as the hint advises, by keys alone. False when the battle is over.
export async function answer(page) {
  for (let tries = 0; tries < 30; tries++) {
    if ((await asked(page)) === 'over') return false;
    const before = await steps(page);
    const isDone = (ms) => page.waitForFunction((n) => Number(document.querySelector('.app').dataset.step) > n, before, { timeout: ms }).then(() => true, () => false);
    if ((await page.locator('.tray.typing').count()) > 0) await typeDice(page);
    else {
      await page.keyboard.press('h');
      const said = await page.waitForSelector('.bare-hint', { timeout: 30000 }).catch(() => null);
      if (!said) continue; // the table moved on meanwhile
      await page.keyboard.press('Enter');
    }
    if (await isDone(10000)) return true;
  }
  throw new Error(`no answer is taken: ${await page.locator('.prompt').innerText()} ${await page.locator('.notices').innerText()}`);
}

async function typeDice(page) {
  const wanted = await page.locator('.tray .die').count();
  for (let i = 0; i < wanted; i++) await page.keyboard.press(String(1 + Math.floor(Math.random() * 6)));
  await page.keyboard.press('Enter');
}

export async function playOut(page, { most = 4000 } = {}) {
  for (let i = 0; i < most; i++) if (!(await answer(page))) return i;
  throw new Error('the battle does not end');
}
