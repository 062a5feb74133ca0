// SPDX-License-Identifier: MIT
// The desk as WebAssembly against the native build: every document of the same battles is the same, byte by byte, and is
// JSON; every choice is legal and has words; lines, states and house values that are none are refused without a trap.
// usage: node desk.mjs LIMBER.wasm NATIVE ANSWERS SEED SCENARIO.yaml ...      prints TAP
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [file, native, answers, seed, ...scenarios] = process.argv.slice(2)
const { instance } = await WebAssembly.instantiate(readFileSync(file), {})
const engine = instance.exports
let tests = 0
let failed = 0
function tell(faults, name) {
  tests += 1
  failed += faults.length ? 1 : 0
  console.log(`${faults.length ? 'not ok' : 'ok'} ${tests} - ${name}`)
  for (const fault of faults.slice(0, 5)) console.log(`# ${fault}`)
}

const bytesAt = (pointer, size) => new Uint8Array(engine.memory.buffer, pointer, size)
const decoder = new TextDecoder('utf-8', { fatal: true })
const document = (length) => (length < 0 ? '' : decoder.decode(bytesAt(engine.lbx_text(), length)))
function putIn(text) {
  const bytes = new TextEncoder().encode(text)
  bytesAt(engine.lbx_input(), engine.lbx_input_size()).set(bytes)
  return bytes.length
}

/// What the module says to a line of the native program.
function ask(name, number, last) {
  switch (name) {
    case 'load': engine.lbx_house_reset(number); return engine.lbx_desk_load(number)
    case 'battle': return engine.lbx_desk_battle()
    case 'begin': return engine.lbx_desk_begin(2, Number(seed) % 2)
    case 'state': return engine.lbx_desk_state(number)
    case 'choices': return engine.lbx_desk_choices()
    case 'odds': return engine.lbx_desk_odds(putIn(last))
    case 'reach': return engine.lbx_desk_reach(putIn(last))
    case 'go': return engine.lbx_desk_go(putIn(last), number, number, -1)
    case 'face': return engine.lbx_desk_go(putIn(last), number, number, 16384)
    case 'unit': return engine.lbx_desk_unit(number)
    case 'sheet': return engine.lbx_desk_sheet(number)
    case 'clause': return engine.lbx_desk_clause(number, putIn(last))
    case 'chart': return engine.lbx_desk_chart(number, putIn(last))
    case 'chartodds': return engine.lbx_desk_chart_odds(number, putIn(last))
    case 'check': return engine.lbx_desk_check(putIn(last))
    case 'account': return engine.lbx_desk_account()
    case 'answer': return engine.lbx_desk_answer(putIn(last))
    default: throw new Error(`what is ${name}?`)
  }
}

/// The faults of a list of choices: each has words, and is legal.
function faultsOfChoices(list) {
  const faults = []
  for (const choice of list.choices) {
    if (!choice.text || choice.text.includes('{')) faults.push(`no words: ${JSON.stringify(choice)}`)
    const judged = JSON.parse(document(engine.lbx_desk_check(putIn(choice.act))))
    if (!judged.ok || judged.act !== choice.act) faults.push(`${choice.act}: ${judged.why ?? judged.act}`)
  }
  for (const row of list.idle ?? []) if (!row.why || !row.clause) faults.push(`idle without reason: ${JSON.stringify(row)}`)
  return faults
}

function compare(scenario) {
  const folder = mkdtempSync(join(tmpdir(), 'limber-'))
  const lines = execFileSync(native, [scenario, join(folder, 'bytes'), answers, seed], { maxBuffer: 1 << 30 })
    .toString().trimEnd().split('\n')
  bytesAt(engine.lbx_scenario(), engine.lbx_scenario_size()).set(readFileSync(join(folder, 'bytes')))
  rmSync(folder, { recursive: true })
  const differ = []
  const wrong = []
  let documents = 0
  let sheet = ''
  let last = ''
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    const words = line.split(' ', 3)
    if (words[0] === 'sheet') { sheet = words[2]; continue }
    if (words[0] === 'line') { last = line.slice(5); continue }
    if (words[0] === 'sizes') {
      const sizes = [engine.lbx_scenario_size(), engine.lbx_house_size(), engine.lbx_state_size()].join(' ')
      if (line !== `sizes ${sizes}`) differ.push(`${sheet}: ${line}, here ${sizes}`)
      continue
    }
    if (words[0] === 'bytes') {
      const own = engine.lbx_desk_hash()
      bytesAt(engine.lbx_state(), engine.lbx_state_size()).set(Buffer.from(words[1], 'hex'))
      if (engine.lbx_desk_take() !== 0 || engine.lbx_desk_hash() !== own) differ.push(`${sheet}: the state of native bytes`)
      continue
    }
    if (words[0] === 'hash') {
      const hash = BigInt.asUintN(64, engine.lbx_desk_hash()).toString(16)
      if (hash !== words[1]) differ.push(`${sheet}: the hash at the end`)
      continue
    }
    const [name, number] = words[0].split(':')
    const length = ask(name, Number(number), last)
    const found = name === 'load' ? '' : document(length)
    documents++
    if (`${words[0]} ${length} ${found}` !== line) differ.push(`${sheet}: ${line.slice(0, 200)} / ${found.slice(0, 200)}`)
    if (name === 'load') continue
    const parsed = JSON.parse(found)
    if (name === 'go' && parsed.ok && parsed.act !== last && !parsed.act.startsWith(last)) wrong.push(`${sheet}: ${last} became ${parsed.act}`)
    if (name === 'reach' && parsed.ok && parsed.ring.length < 8) wrong.push(`${sheet}: ${last}: a ring of ${parsed.ring.length}`)
    if (name === 'choices' || (name === 'unit' && parsed.ok)) wrong.push(...faultsOfChoices(parsed).map((fault) => `${sheet}: ${fault}`))
    if ((name === 'answer' || name === 'check') && !parsed.ok) wrong.push(`${sheet}: ${last}: ${parsed.why}`)
  }
  const title = scenario.split('/').pop()
  tell(differ, `${title}: ${documents} documents as the native ones`)
  tell(wrong, `${title}: every choice has words and is legal`)
}

tell(engine.lbx_desk_battle() === -1 && engine.lbx_desk_state(0) === -1 && engine.lbx_desk_choices() === -1 &&
  engine.lbx_desk_check(putIn('pass')) === -1 && engine.lbx_desk_answer(putIn('pass')) === -1 &&
  engine.lbx_desk_begin(0, 0) === -1 && engine.lbx_desk_take() === -1 && engine.lbx_desk_hash() === 0n ? [] : ['it answered'],
'before a battle is there, nothing is said')
for (const scenario of scenarios) compare(scenario)

// Whatever comes from outside.
let random = 7
function draw(bound) {
  random = (Math.imul(random, 1103515245) + 12345) >>> 0
  return (random >>> 8) % bound
}
const faults = []
function attempt(what, call) {
  try {
    return call()
  } catch (error) {
    faults.push(`${what}: ${error}`)
    return undefined
  }
}
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789 :-"\\{}\u00e9\u0000\n'
function mutate(line) {
  const list = [...line]
  for (let k = draw(4) + 1; k > 0; k--) {
    const at = draw(list.length + 1)
    const letter = letters[draw(letters.length)]
    if (draw(3) === 0) list.splice(at, 1)
    else if (draw(2) === 0) list.splice(at, 0, letter)
    else list[at] = letter
  }
  return list.join('')
}
function attack(sheet) {
  engine.lbx_house_reset(sheet)
  if (engine.lbx_desk_load(sheet) !== 0) return
  engine.lbx_desk_begin(0, 0)
  for (let round = 0; round < 60; round++) {
    const state = JSON.parse(document(engine.lbx_desk_state(draw(4))))
    if (state.node.kind === 'end') break
    const list = JSON.parse(document(engine.lbx_desk_choices())).choices
    const line = list.length ? list[draw(list.length)].act : `roll ${Array(state.node.dice).fill(1 + draw(state.node.sides)).join(' ')}`
    for (let i = 0; i < 20; i++) {
      const mutant = mutate(line)
      for (const call of ['lbx_desk_check', 'lbx_desk_odds', 'lbx_desk_reach'])
        attempt(`${call} ${JSON.stringify(mutant)}`, () => JSON.parse(document(engine[call](putIn(mutant)))))
    }
    attempt('go', () => JSON.parse(document(engine.lbx_desk_go(putIn(line), draw(1 << 24) - (1 << 23), -draw(1 << 24), draw(1 << 20)))))
    attempt('unit', () => JSON.parse(document(engine.lbx_desk_unit(draw(500)))))
    const done = attempt(line, () => JSON.parse(document(engine.lbx_desk_answer(putIn(line)))))
    if (done && !done.ok && state.node.kind === 'decision') faults.push(`${line}: ${done.why}`)
    if (done && !done.ok) break
  }
  // A state of other bytes is refused or taken, and the document is one.
  const good = Uint8Array.from(bytesAt(engine.lbx_desk_bytes(), engine.lbx_state_size()))
  let refused = 0
  for (let i = 0; i < 200; i++) {
    const mutant = Uint8Array.from(good)
    for (let k = 0; k < 6; k++) mutant[draw(mutant.length)] = draw(256)
    bytesAt(engine.lbx_state(), mutant.length).set(mutant)
    if (attempt('take', () => engine.lbx_desk_take()) !== 0) refused++
    else attempt('state', () => JSON.parse(document(engine.lbx_desk_state(draw(4)))))
  }
  bytesAt(engine.lbx_state(), good.length).fill(255)
  if (engine.lbx_desk_take() !== -1) faults.push('bytes of 255 are a state')
  bytesAt(engine.lbx_state(), good.length).set(good)
  if (engine.lbx_desk_take() !== 0) faults.push('a good state is refused')
  if (refused === 0) faults.push('no state was refused')
  bytesAt(engine.lbx_house(), engine.lbx_house_size()).fill(255)
  if (engine.lbx_desk_load(sheet) !== -3) faults.push('house values of 255 were taken')
}
for (let sheet = 0; sheet < engine.lbx_sheets(); sheet++) attack(sheet)
for (let i = 0; i < 2000; i++) {
  const sheet = draw(engine.lbx_sheets() + 1)
  const call = ['lbx_desk_clause', 'lbx_desk_chart', 'lbx_desk_chart_odds'][draw(3)]
  const length = attempt(call, () => engine[call](sheet, putIn(mutate('fire value=3 cover=soft a_melee=9'))))
  if (length !== undefined && length !== -1) attempt(call, () => JSON.parse(document(length)))
}
if (engine.lbx_desk_sheet(99) !== -1) faults.push('there is a sheet 99')
for (const length of [engine.lbx_input_size() + 1, 0xffffffff, 0x80000000])
  if (engine.lbx_desk_check(length) !== -3) faults.push(`an input of ${length} bytes was read`)
engine.lbx_house_reset(0)
engine.lbx_desk_load(0)
engine.lbx_desk_begin(0, 0)
bytesAt(engine.lbx_input(), engine.lbx_input_size()).fill(97)
if (JSON.parse(document(engine.lbx_desk_check(engine.lbx_input_size()))).ok !== false) faults.push('a very long line was taken')
tell(faults, 'mutated lines, states and house values are refused without a trap')
console.log(`1..${tests}`)
process.exit(failed ? 1 : 0)
