// SPDX-License-Identifier: MIT
// The engine as WebAssembly against native builds of the same source: every chart on N random inputs.
// usage: node compare.mjs LIMBER.wasm N NATIVE ...      prints TAP, one line a native build and chart
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [file, countText, ...natives] = process.argv.slice(2)
const count = Number(countText)
const module = await WebAssembly.compile(readFileSync(file))
const imports = WebAssembly.Module.imports(module)
const { exports: engine } = await WebAssembly.instantiate(module, {})

function text(pointer) {
  const bytes = new Uint8Array(engine.memory.buffer)
  return new TextDecoder().decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)))
}

function answer(sheet, chart, seed) {
  engine.lbx_presets(sheet, chart)
  if (seed > 0) engine.lbx_random_facts(sheet, chart, seed)
  const outcomes = engine.lbx_odds(sheet, chart)
  const digest = BigInt.asUintN(64, engine.lbx_digest()).toString(16).padStart(16, '0')
  const first = text(engine.lbx_outcome_p(0))
  return `${text(engine.lbx_sheet_id(sheet))} ${text(engine.lbx_chart_id(sheet, chart))} ${seed} ` +
    `${outcomes} ${engine.lbx_nodes()} ${digest} ${first}`
}

let tests = 0
let failed = 0
function tell(good, name, diagnostic) {
  tests += 1
  failed += good ? 0 : 1
  console.log(`${good ? 'ok' : 'not ok'} ${tests} - ${name}`)
  if (!good) console.log(`# ${diagnostic}`)
}

tell(imports.length === 0, 'the module needs nothing from outside', JSON.stringify(imports))
// Calls that come too early, or with numbers that are none, do nothing and say so.
const early = {
  'odds without room': engine.lbx_odds(0, 0) === -1 || (engine.lbx_presets(0, 0), engine.lbx_odds(0, 0) === -1),
  'no outcome': engine.lbx_outcome(0) === 0 && text(engine.lbx_outcome_p(0)) === '' && engine.lbx_outcome(-1) === 0,
  'no such sheet': engine.lbx_odds(99, 0) === -2 && text(engine.lbx_sheet_id(99)) === '' && engine.lbx_charts(-1) === 0,
  'no such chart': engine.lbx_odds(0, 999) === -2 && engine.lbx_cells(0, 999) === 0 && engine.lbx_fields(-1, -1) === 0,
  'too much room': engine.lbx_workspace(0xffffffff) === -1 && engine.lbx_workspace(0xfffffff0) === -1,
  'hardly any room': engine.lbx_workspace(0) === 0 && engine.lbx_odds(0, 0) === -1 && engine.lbx_outcome(0) === 0 &&
    engine.lbx_workspace(100) === 0 && engine.lbx_odds(0, 0) === -1,
  'a battle without a scenario': engine.lbx_fight(1, 1, 1) === 0n && engine.lbx_story(1, 1) === 0n &&
    [...Array(8).keys()].every((sheet) => engine.lbx_muster(sheet) < 0),
}
for (const [name, good] of Object.entries(early)) tell(good, `refused: ${name}`, '')
if (engine.lbx_workspace(320 << 20) !== 0) throw new Error('no memory')
// A whole charge is three or four tests, one behind the other: fewer of them do.
function inputsOf(sheet, chart) {
  return ['advance', 'bayonet'].includes(text(engine.lbx_chart_id(sheet, chart))) ? Math.ceil(count / 20) : count
}
const ours = new Map()
for (let sheet = 0; sheet < engine.lbx_sheets(); sheet++) {
  for (let chart = 0; chart < engine.lbx_charts(sheet); chart++) {
    const lines = []
    for (let seed = 0; seed < inputsOf(sheet, chart); seed++) lines.push(answer(sheet, chart, seed))
    ours.set(`${text(engine.lbx_sheet_id(sheet))} ${text(engine.lbx_chart_id(sheet, chart))}`, lines)
  }
}
for (const native of natives) {
  const lines = execFileSync(native, [String(count)], { maxBuffer: 1 << 28 }).toString().trim().split('\n')
  for (const [name, wanted] of ours) {
    const found = lines.filter((line) => line.startsWith(`${name} `))
    const at = wanted.findIndex((line, i) => line !== found[i])
    tell(at < 0 && found.length === wanted.length && !wanted.some((line) => / -\d+ /.test(line)),
      `${name}: ${wanted.length} inputs as ${native.split('/').pop()}`,
      at < 0 ? `${found.length} lines` : `wasm ${wanted[at]} / native ${found[at]}`)
  }
}
console.log(`1..${tests}`)
process.exit(failed ? 1 : 0)
