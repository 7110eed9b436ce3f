/** The script of an export: plain JavaScript without packages. It shares no code with what sealed the events. */
export const CHECK_SCRIPT = `// Checks the events beside this file: node check.mjs [SIZE:ROOT]
// SIZE:ROOT is what you know of Quayside's audit log from elsewhere; without it, compare what is printed at the end yourself.
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const here = (name) => new URL(name, import.meta.url)
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const bytes = (hex) => Buffer.from(hex, 'hex')

// RFC 8785: names sorted, no spaces.
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']'
  return '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join(',') + '}'
}

// RFC 9162, section 2.1.3.2: from a leaf up to the root.
function rootOf(leaf, index, size, path) {
  let fn = BigInt(index)
  let sn = BigInt(size) - 1n
  let root = leaf
  for (const each of path) {
    if (sn === 0n) return null
    const beside = bytes(each)
    if (fn % 2n === 1n || fn === sn) {
      root = sha256(Buffer.of(1), beside, root)
      while (fn % 2n === 0n && fn !== 0n) {
        fn /= 2n
        sn /= 2n
      }
    } else root = sha256(Buffer.of(1), root, beside)
    fn /= 2n
    sn /= 2n
  }
  return sn === 0n ? root : null
}

function fail(line, why) {
  console.error('NOT GOOD: line ' + line + ' of events.ndjson: ' + why)
  process.exit(1)
}

const proof = JSON.parse(readFileSync(here('proof.json'), 'utf8'))
let last = null
let count = 0
let whole = 0
let line = 0
for await (const text of createInterface({ input: createReadStream(here('events.ndjson'), 'utf8'), crlfDelay: Infinity })) {
  line += 1
  if (text === '') continue
  const { seq, before, shown, salt, body, path } = JSON.parse(text)
  if (before === undefined && (last === null || last.isProved || last.seq + 1 !== seq)) {
    fail(line, 'it does not follow from the line before')
  }
  if (before !== undefined && last !== null && !last.isProved) fail(line, 'the line before it leads nowhere')
  if (last !== null && seq <= last.seq) fail(line, 'it is not in its order')
  if (body !== undefined) {
    if (sha256(bytes(salt), canonical(body)).toString('hex') !== shown.body) fail(line, 'what it says is not what was sealed')
    whole += 1
  }
  if (proof.escrow !== undefined && shown.escrow !== proof.escrow) fail(line, 'it is of another escrow')
  const hash = sha256(before === undefined ? last.hash : bytes(before), sha256(canonical(shown)))
  if (path !== undefined) {
    const root = rootOf(sha256(Buffer.of(0), hash), seq - 1, proof.size, path)
    if (root === null || root.toString('hex') !== proof.root) fail(line, 'it is not in the audit log that proof.json names')
  }
  last = { seq, hash, isProved: path !== undefined }
  count += 1
}
if (last !== null && !last.isProved) fail(line, 'it leads nowhere')
if (count !== proof.events) fail(line, 'there are ' + count + ' events, and proof.json says ' + proof.events)
const known = process.argv[2]
if (known !== undefined && known !== proof.size + ':' + proof.root) {
  console.error('NOT GOOD: proof.json is of another audit log than ' + known)
  process.exit(1)
}
console.log('Good: ' + count + ' events, ' + whole + ' of them with what was written down.')
console.log('They are in the audit log of ' + proof.size + ' events sealed at ' + proof.sealedAt + ' with the root')
console.log(proof.root)
`
