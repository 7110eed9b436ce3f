/** The recovery file, a server of the ledger and one's own key suffice to recover money: Quayside is not needed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Keypair } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StellarRecovery, stellarRecovery, xrplRecovery } from '#app/trade/onchain/domain/recovery-file.ts'
import { PROGRAM } from '#app/trade/onchain/domain/recovery-names.ts'
import { findBin, ROOT } from '#scripts/build.ts'
import { runToEnd } from '#scripts/launcher/processes.ts'
import { type RecoverOrder, readOrder } from '#scripts/recover/order.ts'
import type { Person } from '#scripts/recover/person.ts'
import { recover } from '#scripts/recover/recover-money.ts'
import {
  bank,
  buyer,
  DATE,
  openStellarGround,
  PASSPHRASE,
  type StellarGround,
  seller,
  stranger,
} from './stellar-ground.ts'
import { NETWORK_ID, openXrplGround, DATE as XRPL_DATE } from './xrpl-ground.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recover-'))
  path = join(folder, 'recovery.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A person who types the key and a yes. Ledgers close while the command waits. */
function personWith(secret: string, closeLedger: () => void, answer = 'yes'): Person & { heard: string[] } {
  const heard: string[] = []
  return {
    heard,
    say: (words) => void heard.push(words),
    askSecret: async () => secret,
    async ask() {
      setTimeout(closeLedger, 300)
      return answer
    },
    close: () => undefined,
  }
}

/** Returns the error message; null: the recovery succeeded. */
async function complaint(order: RecoverOrder, person: Person): Promise<string | null> {
  return recover(order, person).then(
    () => null,
    (error: Error) => error.message,
  )
}

describe.each(['XLM', 'USDC'] as const)('%s', (asset) => {
  let ground: StellarGround
  beforeEach(async () => {
    ground = await openStellarGround(asset)
    await ground.lock()
    writeFileSync(path, JSON.stringify(await fileOf(ground)))
    // From here on nothing of Quayside runs.
    await ground.keeper.close()
  })
  afterEach(() => ground.close())

  const order = (...words: string[]) => readOrder([path, '--horizon', ground.url, ...words])
  const by = (key: Keypair, answer?: string) => personWith(key.secret(), ground.closeLedger, answer)

  it('is paid out before the date by both parties together, one after the other', async () => {
    const before = await ground.balances()
    const first = by(seller)
    expect(await complaint(order('--way', 'release'), first)).toBeNull()
    expect(first.heard.join('\n')).toContain(`50.0000001 ${asset} to ${seller.publicKey()}`)
    const half = `${path}.half-signed.txt`
    expect(readFileSync(half, 'utf8')).toMatch(/^[\w+/=]+$/)
    expect(await complaint(order('--way', 'release', '--signed', half), by(buyer))).toBeNull()
    expect((await ground.balances()).seller - before.seller).toBe(ground.units)
  })

  it('tells a slip in the name of the other party’s file in a sentence, and where its own cannot be kept', async () => {
    const lost = order('--way', 'release', '--signed', join(folder, 'lost.txt'))
    expect(await complaint(lost, by(buyer))).toBe(`The file ${join(folder, 'lost.txt')} cannot be read.`)
    const half = `${path}.half-signed.txt`
    mkdirSync(half)
    expect(await complaint(order('--way', 'release'), by(seller))).toBe(`The file ${half} cannot be written.`)
  })

  it('is divided by both parties', async () => {
    const before = await ground.balances()
    // Three operations and the fee bump: the last signer pays for them.
    const feeOfLast = asset === 'XLM' ? 400n : 0n
    const words = ['--way', 'divide', '--to-seller', '20.5']
    expect(await complaint(order(...words), by(buyer))).toBeNull()
    const half = `${path}.half-signed.txt`
    const other = ['--way', 'divide', '--to-seller', '20.6', '--signed', half]
    expect(await complaint(order(...other), by(seller))).toContain('is another transaction')
    expect(await complaint(order(...words, '--signed', half), by(seller))).toBeNull()
    expect((await ground.balances()).seller - before.seller).toBe(205_000_000n - feeOfLast)
  })

  it('goes to nobody by one key, by a stranger’s, or by the buyer’s before the date', async () => {
    expect(await complaint(order('--way', 'refund'), by(buyer))).toBeNull()
    const half = `${path}.half-signed.txt`
    expect(await complaint(order('--way', 'refund', '--signed', half), by(buyer))).toContain('is not missing here')
    expect(await complaint(order('--way', 'refund'), by(stranger))).toContain('is not missing here')
    expect(await complaint(order('--way', 'expiry'), by(buyer))).toBe('The server did not take it: ERROR tx_too_early.')
    expect(await ground.findEnd()).toBeNull()
  })

  it('comes back to the buyer alone when the date has come', async () => {
    const before = await ground.balances()
    ground.at(DATE)
    expect(await complaint(order('--way', 'expiry'), by(seller))).toContain('is not missing here')
    expect(await complaint(order('--way', 'expiry'), by(buyer, 'no'))).toBe('Nothing was sent.')
    expect(await complaint(order('--way', 'expiry'), by(buyer))).toBeNull()
    expect((await ground.balances()).buyer - before.buyer).toBe(ground.units - ground.feeOfExpiry)
    expect(await complaint(order('--way', 'expiry'), by(buyer))).toContain('The money is out already')
  })

  it('has ready transactions in its file, whose signatures the ledger takes as they stand', async () => {
    const file = JSON.parse(readFileSync(path, 'utf8')) as StellarRecovery
    const release = file.ways.find(({ way }) => way === 'release')
    const { hash } = ground.held.writeExit(await ground.exit('release', { maxTime: DATE - 1 }))
    expect(release).toMatchObject({ hash, signers: [buyer.publicKey(), seller.publicKey()] })
    expect(await complaint(order(), by(buyer))).toContain('--way release  All to the seller.')
  })
})

it('XRP comes back to the buyer after the date, whoever sends it', async () => {
  const ground = await openXrplGround()
  try {
    await ground.lock()
    const before = await ground.balances()
    const { owner, sequence } = ground.found()
    const file = xrplRecovery(ground.terms, {
      owner,
      sequence,
      condition: ground.secret.condition,
      networkId: NETWORK_ID,
      does: 'Back to the buyer.',
    })
    writeFileSync(path, JSON.stringify(file))
    await ground.keeper.close()
    const order = (...words: string[]) => readOrder([path, '--rippled', ground.url, ...words])
    const anybody = () => personWith(ground.stranger.seed ?? '', ground.closeLedger)
    expect(await complaint(order('--way', 'release'), anybody())).toContain('has one way out without Quayside')
    const early = await complaint(order('--way', 'cancel'), anybody())
    expect(early).toBe('The server did not take it: tecNO_PERMISSION. The date is not past yet by the ledger’s clock.')
    ground.at(XRPL_DATE + 1)
    expect(await complaint(order('--way', 'cancel'), anybody())).toBeNull()
    expect((await ground.balances()).buyer - before.buyer).toBe(ground.units)
    expect(await complaint(order('--way', 'cancel'), anybody())).toContain('The escrow was cancelled at')
  } finally {
    await ground.close()
  }
})

/** Runs a command without settings, with a key and a yes on its input. Returns its output and its exit code. */
async function run(words: string[], of: { secret: string; closeLedger: () => void; cwd?: string }) {
  const command = spawn(process.execPath, words, { cwd: of.cwd, env: { NODE_ENV: 'production' } })
  const said: string[] = []
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  command.stdin.on('error', () => undefined).write(`${of.secret}\nyes\n`)
  const closing = setInterval(of.closeLedger, 500)
  const [code] = await once(command, 'close')
  clearInterval(closing)
  const heard = said.join('')
  expect(heard).not.toContain(of.secret)
  return { code, heard }
}

it('as a command it asks for the key on its input, sends with a yes, and says what it did', async () => {
  const ground = await openStellarGround('XLM')
  try {
    await ground.lock()
    writeFileSync(path, JSON.stringify(await fileOf(ground)))
    ground.at(DATE)
    const before = await ground.balances()
    const words = ['scripts/recover/recover.ts', path, '--way', 'expiry', '--horizon', ground.url]
    const { code, heard } = await run(words, { secret: buyer.secret(), closeLedger: ground.closeLedger })
    expect(heard).toMatch(/Done: [0-9a-f]{64}/)
    expect(code).toBe(0)
    expect((await ground.balances()).buyer - before.buyer).toBe(ground.units - ground.feeOfExpiry)
  } finally {
    await ground.close()
  }
})

describe('as the program that is downloaded beside the file, in a folder with nothing else', () => {
  let built: string
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'program-'))
    const vite = [findBin('vite', 'vite'), 'build', '--config', 'scripts/recover/program.config.ts', '--outDir', built]
    const { code, output } = await runToEnd({ args: vite, env: process.env, cwd: ROOT })
    expect([code, output]).toEqual([0, expect.any(String)])
    expect(readdirSync(built)).toEqual([PROGRAM])
  }, 600_000)
  afterAll(() => rmSync(built, { recursive: true }))
  beforeEach(() => copyFileSync(join(built, PROGRAM), join(folder, PROGRAM)))

  const inFolder = (of: { secret: string; closeLedger: () => void }, ...words: string[]) =>
    run([PROGRAM, 'recovery.json', ...words], { ...of, cwd: folder })

  it('names the ways, and takes money back on Stellar', async () => {
    const ground = await openStellarGround('USDC')
    try {
      await ground.lock()
      writeFileSync(path, JSON.stringify(await fileOf(ground)))
      await ground.keeper.close()
      const by = { secret: buyer.secret(), closeLedger: ground.closeLedger }
      const ways = await inFolder(by)
      expect(ways).toMatchObject({ code: 1, heard: expect.stringContaining('--way expiry  Back to the buyer.') })
      expect((await inFolder(by, '--way', 'steal')).heard).toContain(`node ${PROGRAM} FILE [--way WAY]`)
      const half = await inFolder({ ...by, secret: seller.secret() }, '--way', 'release', '--horizon', ground.url)
      expect(half.heard).toContain('Half signed, and not sent.')
      ground.at(DATE)
      const before = await ground.balances()
      const { code, heard } = await inFolder(by, '--way', 'expiry', '--horizon', ground.url)
      expect([code, heard]).toEqual([0, expect.stringMatching(/Done: [0-9a-f]{64}/)])
      expect((await ground.balances()).buyer - before.buyer).toBe(ground.units - ground.feeOfExpiry)
    } finally {
      await ground.close()
    }
  })

  it('sends XRP back', async () => {
    const ground = await openXrplGround()
    try {
      await ground.lock()
      const { owner, sequence } = ground.found()
      const of = { owner, sequence, condition: ground.secret.condition, networkId: NETWORK_ID, does: 'Back.' }
      writeFileSync(path, JSON.stringify(xrplRecovery(ground.terms, of)))
      await ground.keeper.close()
      ground.at(XRPL_DATE + 1)
      const before = await ground.balances()
      const by = { secret: ground.stranger.seed ?? '', closeLedger: ground.closeLedger }
      const { code, heard } = await inFolder(by, '--way', 'cancel', '--rippled', ground.url)
      expect([code, heard]).toEqual([0, expect.stringMatching(/Done: [0-9A-F]{64}/)])
      expect((await ground.balances()).buyer - before.buyer).toBe(ground.units)
    } finally {
      await ground.close()
    }
  })

  it('names at its head what is in it', () => {
    const head = readFileSync(join(built, PROGRAM), 'utf8').slice(0, 4_000)
    for (const name of ['@stellar/stellar-sdk', 'xrpl', 'zod', 'decimal.js']) {
      expect(head).toMatch(RegExp(`^ \\* ${name} \\d[\\d.]* \\([\\w.-]+\\)$`, 'm'))
    }
  })
})

it('a file that is none is refused in a sentence', async () => {
  const order = () => readOrder([path, '--horizon', 'http://127.0.0.1:1'])
  const nobody = personWith('', () => undefined)
  expect(await complaint(order(), nobody)).toBe(`The file ${path} cannot be read.`)
  writeFileSync(path, 'not JSON')
  expect(await complaint(order(), nobody)).toBe('This is no recovery file: it is not JSON.')
  writeFileSync(path, JSON.stringify({ version: 2, ledger: 'stellar' }))
  expect(await complaint(order(), nobody)).toContain('This is no recovery file that can be read: version')
  expect(() => readOrder([])).toThrow('Name the recovery file.')
  expect(() => readOrder([path, '--way', 'steal'])).toThrow('--way is one of')
})

async function fileOf(ground: StellarGround): Promise<StellarRecovery> {
  const { terms, held, trustees } = ground
  const ready = async (kind: 'release' | 'refund', does: string) => ({
    ...held.writeExit(await ground.exit(kind, { maxTime: DATE - 1 })),
    does,
  })
  const expiry = await held.writeExpiry(terms, { balanceId: ground.balanceId(), closing: null, isWrapped: false })
  if (expiry === null) throw new Error('the buyer has no account')
  return stellarRecovery(terms, {
    ...trustees,
    balanceId: ground.balanceId(),
    passphrase: PASSPHRASE,
    issuers: { USDC: bank.publicKey() },
    release: await ready('release', 'All to the seller.'),
    refund: await ready('refund', 'All to the buyer.'),
    expiry: { ...expiry, does: 'Back to the buyer.' },
  })
}
