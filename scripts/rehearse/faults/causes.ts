/** Faults of a rehearsal, each caused for real, to measure the time until the alert. */

import { setTimeout as delay } from 'node:timers/promises'
import { Horizon, Keypair, Memo, Operation, Asset as StellarAsset, TransactionBuilder } from '@stellar/stellar-sdk'
import { forEachIssued, issuerSettingOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { paymentUri } from '#app/ledgers/references/domain/payment-uri.ts'
import { openHarbour, playAddress } from '../../trade/harbour.ts'
import type { Ground } from '../ground.ts'
import { timeTelling } from './time-telling.ts'
import { wrongClock } from './wrong-clock.ts'

const STOLEN = '5'
const VALID_SECONDS = 60
/** Until then the stranger's payment is an unmatched payment. */
const CASE_MS = 5_000

/** Somebody has the seed of the client-money account, while a stranger's payment distracts the operators. */
export async function steal(ground: Ground): Promise<string> {
  const { settings, harbour } = ground
  // Anybody can do this: a payment with an unknown memo.
  const uri = paymentUri({
    asset: 'XLM',
    account: settings.STELLAR_ESCROW_ACCOUNT ?? '',
    amount: new Decimal('1.5'),
    memo: '424242',
    issuers: forEachIssued((asset) => settings[issuerSettingOf(asset)] ?? ''),
    passphrase: settings.STELLAR_PASSPHRASE ?? null,
  })
  await openHarbour(harbour.origin).pay({ from: 'second-buyer', uri })
  await delay(CASE_MS)
  return timeTelling(ground, { kind: 'money_unexplained', cause: () => payAway(ground) })
}

async function payAway({ settings, harbour }: Ground): Promise<void> {
  const key = Keypair.fromSecret(settings.STELLAR_ESCROW_SEED ?? '')
  const server = new Horizon.Server(harbour.horizon.url, { allowHttp: true })
  const transaction = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
    fee: '1000',
    networkPassphrase: settings.STELLAR_PASSPHRASE ?? '',
  })
    .addOperation(
      Operation.payment({
        destination: playAddress('friend', 'XLM'),
        asset: StellarAsset.native(),
        amount: STOLEN,
      }),
    )
    .addMemo(Memo.text('gone'))
    .setTimeout(VALID_SECONDS)
    .build()
  transaction.sign(key)
  await server.submitTransaction(transaction)
}

export async function killWorkers(ground: Ground): Promise<string> {
  const killAll = () => Promise.all(ground.workers.map((worker) => worker.stop('SIGKILL')))
  try {
    return await timeTelling(ground, { kind: 'worker_silent', cause: killAll })
  } finally {
    await Promise.all(ground.workers.map((worker) => worker.start()))
  }
}

export async function cutHorizon(ground: Ground): Promise<string> {
  const { faults } = ground.harbour
  try {
    return await timeTelling(ground, {
      kind: 'ledger_away',
      cause: async () => faults.set({ target: 'horizon', kind: 'drop_before' }),
    })
  } finally {
    faults.clear('horizon')
  }
}

export async function wrongTime(ground: Ground): Promise<string> {
  const [seen, told] = await Promise.all([
    wrongClock(ground),
    timeTelling(ground, { kind: 'start_refused', cause: async () => undefined }),
  ])
  return `${told}; ${seen}`
}
