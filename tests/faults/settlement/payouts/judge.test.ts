/** The judge of the fault suite sees each offence by itself, and those of a payer that was not made to be killed. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import type { Facts, Moved, ToldPayout } from '#tests/support/faults/judging/facts.ts'
import { judge } from '#tests/support/faults/judging/judge.ts'
import { readBoth } from '#tests/support/faults/judging/ledger-truth.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { endBare, startBare, untilEnded } from '#tests/support/runner/worker-process.ts'
import { walletOf } from '#tests/support/world/people.ts'

const NOTHING: Facts = {
  arrived: [],
  left: [],
  owed: [],
  deposits: [],
  payouts: [],
  received: [],
  letters: [],
  mails: [],
  complaints: [],
  files: [],
  fileRows: [],
}

describe('a naive payer that is killed', () => {
  let harbour: Harbour
  let folder: string
  const accounts = { stellar: walletOf('XLM', 'escrow'), xrpl: walletOf('XRP', 'escrow') }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quayside-naive-'))
    // Ledgers close when the test says so: what they contain when the payer is killed does not depend on time.
    harbour = await startHarbour({ port: 0, ledgerMs: 0, dataDir: null })
  })
  afterAll(async () => {
    await harbour?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const closeBoth = () => {
    harbour.horizon.closeLedger()
    harbour.rippled.closeLedger()
  }

  test('pays again what it had paid, and the judge says so on both ledgers', async () => {
    const payouts = (['XLM', 'XRP'] as const).flatMap((asset) =>
      [1, 2].map((number) => ({
        id: `${asset} ${number}`,
        asset,
        to: walletOf(asset, 'seller'),
        amount: '25.5',
        memo: String(number),
      })),
    )
    const [listFile, paidFile] = [join(folder, 'list.json'), join(folder, 'paid.json')]
    writeFileSync(listFile, JSON.stringify({ horizon: harbour.horizon.url, rippled: harbour.rippled.url, payouts }))
    const start = () =>
      startBare(process.env, [process.execPath, 'tests/support/faults/judging/naive-payer.ts', listFile, paidFile])

    const killed = start()
    await waitFor(
      async () => {
        closeBoth()
        const { left } = await readBoth(harbour, accounts)
        return new Set(left.map(({ network }) => network)).size === 2 || null
      },
      { what: 'something is paid on both ledgers', limitMs: PATIENCE_MS, pauseMs: 50 },
    )
    await endBare(killed, 'SIGKILL')
    expect(existsSync(paidFile), 'it wrote nothing down before').toBe(false)

    const again = start()
    const closing = setInterval(closeBoth, 100)
    try {
      expect(await untilEnded(again), again.lines().join('\n')).toBe(0)
    } finally {
      clearInterval(closing)
    }

    const paid = JSON.parse(readFileSync(paidFile, 'utf8')) as Record<string, string>
    const told = payouts.map((payout): ToldPayout => {
      const { id, asset } = payout
      return { ...payout, escrowId: id, network: networkOf(asset), state: 'confirmed', hash: paid[id] ?? null }
    })
    const { left } = await readBoth(harbour, accounts)
    const sentences = judge({ ...NOTHING, left, payouts: told, owed: told })
    for (const asset of ['XLM', 'XRP'] as const) {
      const twice = `money left that no payout knows: 25.5 ${asset}`
      expect(
        sentences.some((sentence) => sentence.startsWith(twice)),
        sentences.join('\n'),
      ).toBe(true)
      expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^\\d.* ${asset} left the accounts in all`)))
    }
  })
})

const move = (changes: Partial<Moved> = {}): Moved => ({
  network: 'stellar',
  hash: 'a1',
  from: 'us',
  to: 'seller',
  asset: 'XLM' as Asset,
  amount: '7.5',
  memo: '12',
  ...changes,
})
const payout: ToldPayout = {
  id: 'p1',
  escrowId: 'e1',
  network: 'stellar',
  asset: 'XLM',
  amount: '7.50',
  to: 'seller',
  memo: '12',
  state: 'confirmed',
  hash: 'a1',
}
const deposit = { network: 'stellar', hash: 'd1', asset: 'XLM', amount: '7.5', memo: '9', escrowId: 'e1' } as const
const arrival = move({ hash: 'd1', from: 'buyer', to: 'us', memo: '9' })

const RIGHT: Facts = {
  ...NOTHING,
  arrived: [arrival],
  deposits: [deposit],
  received: [{ escrowId: 'e1', memo: '9', amount: '7.5' }],
  left: [move()],
  payouts: [payout],
  owed: [payout],
  letters: [
    { id: 'l1', isSent: true, givenUpFor: null, withheldFor: null },
    { id: 'l2', isSent: false, givenUpFor: 'fate_unknown', withheldFor: null },
    { id: 'l4', isSent: false, givenUpFor: null, withheldFor: 'limit' },
  ],
  mails: ['l1', 'l2'],
  files: ['f1'],
  fileRows: ['f1'],
}

describe('the judge', () => {
  test('has nothing to say where all is right', () => {
    expect(judge(RIGHT)).toEqual([])
  })

  test.each<[string, Partial<Facts>, RegExp]>([
    ['a deposit that nobody read', { deposits: [] }, /^a deposit is lost/],
    ['a deposit that counts twice', { deposits: [deposit, deposit] }, /booked too often/],
    ['a deposit with another amount', { deposits: [{ ...deposit, amount: '75' }] }, /booked wrongly.*booked is 75 XLM/],
    ['a deposit that never was', { deposits: [deposit, { ...deposit, hash: 'd2' }] }, /on no ledger: d2/],
    ['an escrow that counts too much', { received: [{ escrowId: 'e1', memo: '9', amount: '15' }] }, /has received 7.5/],
    ['a payout that left twice', { left: [move(), move({ hash: 'a2' })] }, /^money left that no payout knows/],
    ['a payout that never left', { left: [] }, /is said to be paid, and left 0 times/],
    ['a payout of another amount', { left: [move({ amount: '7.5000001' })] }, /paid wrongly/],
    ['a payout to somebody else', { left: [move({ to: 'thief' })] }, /paid wrongly/],
    ['a payout without its memo', { left: [move({ memo: null })] }, /paid wrongly/],
    ['a payout that waits', { payouts: [{ ...payout, state: 'queued', hash: null }] }, /is queued for no true reason/],
    ['two payouts of one escrow', { payouts: [payout, { ...payout, id: 'p2' }] }, /has 2 payouts, and one is owed/],
    ['a debt that nobody knows', { payouts: [], left: [] }, /has 0 payouts, and one is owed/],
    ['a letter that went out twice', { mails: ['l1', 'l1', 'l2'] }, /was sent 2 times/],
    ['a letter given up that went out twice', { mails: ['l1', 'l2', 'l2'] }, /was sent 2 times/],
    ['a letter that nobody took', { mails: ['l2'] }, /said to be sent, and nobody took it/],
    [
      'a letter that waits',
      { letters: [{ id: 'l1', isSent: false, givenUpFor: null, withheldFor: null }], mails: [] },
      /neither sent nor/,
    ],
    ['a letter that goes though it is withheld', { mails: ['l1', 'l4'] }, /was withheld, and went out/],
    ['a mail of nobody', { mails: ['l1', 'l3'] }, /no letter: l3/],
    ['a file of nobody', { files: ['f1', 'f2'] }, /belongs to nothing: f2/],
    ['a file that is gone', { files: [] }, /is missing: f1/],
    ['what books and ledgers say of each other', { complaints: ['they differ'] }, /^they differ$/],
  ])('sees %s', (_what, changes, sentence) => {
    expect(judge({ ...RIGHT, ...changes })).toContainEqual(expect.stringMatching(sentence))
  })
})
