// How many frames a second the table has while it is panned: prints a row for docs/performance.md.
import { begin, launch, openPage, serve } from './tools.mjs';

const server = await serve();
const browser = await launch();
const { page, close } = await openPage(browser);
await begin(page, server.address, { scenario: 'Waterloo', sheet: 'valour-fortitude', level: 'Recruit' });
await page.waitForSelector('.unit');
const frames = await page.evaluate(async () => {
  const board = document.querySelector('.board');
  const at = (type, x) => board.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 300, bubbles: true }));
  board.setPointerCapture = () => {};
  for (let i = 0; i < 6; i++) board.dispatchEvent(new WheelEvent('wheel', { deltaY: -120, clientX: 500, clientY: 400, bubbles: true }));
  await new Promise((r) => setTimeout(r, 800));
  at('pointerdown', 500);
  const start = performance.now();
  let n = 0;
  while (performance.now() - start < 2000) {
    at('pointermove', 500 + 150 * Math.sin(n / 12));
    await new Promise((r) => requestAnimationFrame(r));
    n++;
  }
  at('pointerup', 500);
  return { perSecond: n / 2, units: document.querySelectorAll('.unit').length };
});
console.log('| units on the table | frames a second when panning |');
console.log('|--:|--:|');
console.log(`| ${frames.units} | ${frames.perSecond} |`);
await close();
await browser.close();
await server.stop();
