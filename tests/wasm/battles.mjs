// SPDX-License-Identifier: MIT
// Battles as WebAssembly against the native build: the same seeds end in the same state.
// usage: node battles.mjs LIMBER.wasm NATIVE SCENARIO.yaml N      prints TAP
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [file, native, scenario, count] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'limber-'))
const lines = execFileSync(native, [scenario, join(folder, 'bytes'), count]).toString().trim().split('\n')
const bytes = readFileSync(join(folder, 'bytes'))
rmSync(folder, { recursive: true })

const { instance } = await WebAssembly.instantiate(readFileSync(file), {})
const engine = instance.exports
function text(pointer) {
  const memory = new Uint8Array(engine.memory.buffer)
  return new TextDecoder().decode(memory.subarray(pointer, memory.indexOf(0, pointer)))
}

const sameSize = bytes.length === engine.lbx_scenario_size()
new Uint8Array(engine.memory.buffer).set(bytes, engine.lbx_scenario())
const found = []
for (let sheet = 0; sameSize && sheet < engine.lbx_sheets(); sheet++) {
  if (engine.lbx_muster(sheet) !== 0) continue
  for (let seed = 1; seed <= Number(count); seed++) {
    const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, '0')
    const hash = hex(engine.lbx_fight(seed, seed % 2, 1))
    found.push(`${text(engine.lbx_sheet_id(sheet))} ${seed} ${hash} ${hex(engine.lbx_story(seed, seed % 3))}`)
  }
}
// A scenario of other bytes is refused or mustered, and never reads or writes where it should not.
let traps = 0
let refusals = 0
let random = 1
function draw(bound) {
  random = (Math.imul(random, 1103515245) + 12345) >>> 0
  return (random >>> 8) % bound
}
function tryMutant(mutant, sheet) {
  new Uint8Array(engine.memory.buffer).set(mutant, engine.lbx_scenario())
  try {
    const code = engine.lbx_muster(sheet)
    refusals += code < 0 ? 1 : 0
    if (code < 0 && (engine.lbx_fight(1, 1, 1) !== 0n || engine.lbx_story(1, 1) !== 0n)) traps++
  } catch (error) {
    console.log(`# ${error}`)
    traps++
  }
}
// Every byte of the head, where the counts are, at its highest; then bytes anywhere.
const HEAD = 2048
for (let at = 0; sameSize && at < HEAD; at++) {
  const mutant = Uint8Array.from(bytes)
  mutant[at] = 255
  tryMutant(mutant, at % engine.lbx_sheets())
}
for (let i = 0; sameSize && i < 400; i++) {
  const mutant = Uint8Array.from(bytes)
  for (let k = 0; k < 4; k++) mutant[draw(mutant.length)] = draw(256)
  tryMutant(mutant, i % engine.lbx_sheets())
}
new Uint8Array(engine.memory.buffer).fill(255, engine.lbx_scenario(), engine.lbx_scenario() + bytes.length)
if (engine.lbx_muster(0) !== -2) traps++
new Uint8Array(engine.memory.buffer).set(bytes, engine.lbx_scenario())
const levels = [...Array(engine.lbx_sheets()).keys()].some((sheet) => engine.lbx_muster(sheet) === 0 &&
  (engine.lbx_fight(1, 99, 1) !== 0n || engine.lbx_fight(1, 1, -1) !== 0n || engine.lbx_story(1, 99) !== 0n))

const at = lines.findIndex((line, i) => line !== found[i])
const good = sameSize && at < 0 && found.length === lines.length && !lines.some((line) => / 0{16}( |$)/.test(line))
console.log('1..2')
console.log(`${good ? 'ok' : 'not ok'} 1 - ${lines.length} battles end alike and are told in the same words`)
if (!good) console.log(`# native ${lines[at]} / wasm ${found[at]}`)
const safe = traps === 0 && refusals > 80 && !levels
console.log(`${safe ? 'ok' : 'not ok'} 2 - scenarios of other bytes and levels that are none are refused`)
if (!safe) console.log(`# ${traps} traps, ${refusals} refusals, levels ${levels}`)
process.exit(good && safe ? 0 : 1)
