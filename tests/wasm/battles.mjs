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
const at = lines.findIndex((line, i) => line !== found[i])
const good = sameSize && at < 0 && found.length === lines.length && !lines.some((line) => / 0{16}( |$)/.test(line))
console.log('1..1')
console.log(`${good ? 'ok' : 'not ok'} 1 - ${lines.length} battles end alike and are told in the same words`)
if (!good) console.log(`# native ${lines[at]} / wasm ${found[at]}`)
process.exit(good ? 0 : 1)
