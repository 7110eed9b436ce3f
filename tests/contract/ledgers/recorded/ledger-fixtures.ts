/** Recorded answers of public ledgers (FIXTURES_DIR, never part of the project); without them tests are skipped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { encode, hashes } from 'xrpl'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'

const root = resolve(process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../../../shared/fixtures'))

export const hasFixtures = existsSync(join(root, 'stellar')) && existsSync(join(root, 'xrpl'))
/** Chains recorded from a real stellar-core. */
export const hasStellarChains = existsSync(join(root, 'nodes/stellar'))
export const withoutFixtures = `recorded answers not found in ${root}: set FIXTURES_DIR to check the verdicts`

// Recorded JSON has many shapes: the tests pick what they need, and the adapters' schemas judge it.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Recorded = any

export function readFixture(path: string): Recorded {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

export function listFixtures(folder: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'))
}

/** Returns every XRP Ledger transaction of a recorded document as API version 2 of `tx` shows it. */
export function liftXrplTransactions(document: Recorded): Recorded[] {
  const body = document.result ?? document
  const items = body.transactions ?? body.ledger?.transactions ?? [body]
  return items.map((item: Recorded) => lift(item))
}

function lift(item: Recorded): Recorded {
  const inner = item.tx_json ?? item.tx ?? item.transaction ?? item
  const { meta: _meta, metaData: _metaData, hash: innerHash, validated: _validated, ...fields } = inner
  const { Amount, ...rest } = fields
  // API version 1 shows what was signed as Amount, and some servers add DeliverMax.
  const tx = inner.TransactionType === 'Payment' && Amount !== undefined ? { ...rest, DeliverMax: Amount } : fields
  return {
    // Fragments and whole ledgers omit `validated`; only one recording says that it is not.
    validated: item.validated ?? true,
    hash: item.hash ?? innerHash ?? hashes.hashSignedTx(encode(fields)),
    ledger_index: item.ledger_index ?? inner.ledger_index ?? 1,
    close_time_iso: item.close_time_iso ?? '2024-01-01T00:00:00Z',
    tx_json: tx,
    meta: item.meta ?? item.metaData,
  }
}

export const NOTHING = 'nothing'

/** 'XRP 25 memo 5', with 'review' when a person must check it. For assets that we do not settle in, the code alone. */
export function describePayments(payments: LedgerPayment[]): string {
  const words = payments.map(({ asset, assetLabel, amount, memo, needsReview }) =>
    [
      asset ?? `foreign ${assetLabel.split(':')[0]}`,
      amount.toFixed(),
      ...(memo === null ? [] : [`memo ${memo}`]),
      ...(needsReview ? ['review'] : []),
    ].join(' '),
  )
  return words.length === 0 ? NOTHING : words.join(' + ')
}
