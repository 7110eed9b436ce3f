/** Recorded transactions of the public networks are read by the code that reads transactions submitted here. */
import { Networks, xdr } from '@stellar/stellar-sdk'
import { describe, expect, it } from 'vitest'
import { resultCodes } from '#harbour/horizon/engine/codes.ts'
import { outerHash, parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import { partyFields } from '#harbour/horizon/engine/parties.ts'
import { transactionRecord } from '#harbour/horizon/resources/records.ts'
import {
  hasFixtures,
  listFixtures,
  readFixture,
  withoutFixtures,
} from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

const READABLE = [
  'account_merge.testnet-2022',
  'failed_path_payment.pubnet',
  'memo_none_muxed_source.testnet-2025',
  'memo_none_payment.pubnet',
  'memo_hash_payment.pubnet',
  'memo_text_asset_payment.pubnet',
  'memo_text_native_payment.testnet-2025',
]

describe.skipIf(!hasFixtures)('a recorded transaction', () => {
  it.each(READABLE)('%s reads as its network recorded it', (name) => {
    const recorded = readFixture(`stellar/transactions/${name}.json`)
    const passphrase = name.includes('pubnet') ? Networks.PUBLIC : Networks.TESTNET
    const entry = { envelope: recorded.envelope_xdr, result: recorded.result_xdr, effects: [] }
    const record = transactionRecord(entry, { ledger: recorded.ledger, order: 1, passphrase })
    const { memo_type, memo, memo_bytes } = recorded
    expect({
      hash: record.hash,
      successful: record.successful,
      sequence: record.sequence.toString(),
      fee: record.feeCharged.toString(),
      signatures: record.signatures,
      operations: record.operations.length,
      ...partyFields('source_account', record.source),
    }).toMatchObject({
      hash: recorded.hash,
      successful: recorded.successful,
      sequence: recorded.source_account_sequence,
      fee: recorded.fee_charged.toString(),
      signatures: recorded.signatures,
      operations: recorded.operation_count,
      source_account: recorded.source_account,
      ...(recorded.account_muxed === undefined ? {} : { source_account_muxed: recorded.account_muxed }),
    })
    const bytes = memo_bytes === undefined ? {} : { memo_bytes }
    expect(record.memo).toMatchObject(memo === undefined ? { memo_type } : { memo_type, memo, ...bytes })
    if (recorded.preconditions !== undefined) expect(record.preconditions).toEqual(recorded.preconditions)
  })

  it('of the public network in August 2026 has the hash that we compute, fee bumps included', () => {
    const { records } = readFixture('stellar/xdr_corpus/mainnet_50_transactions_xdr.2026-08-04.json')
    const computed = records.map(({ envelope_xdr }: { envelope_xdr: string }) =>
      outerHash(parseEnvelope(envelope_xdr, Networks.PUBLIC)),
    )
    expect(computed).toHaveLength(50)
    expect(computed).toEqual(records.map(({ hash }: { hash: string }) => hash))
  })
})

describe.skipIf(!hasFixtures)('a recorded failure', () => {
  const failures = hasFixtures ? listFixtures('stellar/submission').filter((name) => name.startsWith('sync_400')) : []
  const coded = failures.filter((name) => readFixture(`stellar/submission/${name}`).extras.result_codes !== undefined)

  it.each(coded)('%s has the words that we find for its result', (name) => {
    const { extras } = readFixture(`stellar/submission/${name}`)
    expect(resultCodes(xdr.TransactionResult.fromXdr(extras.result_xdr, 'base64'))).toEqual(extras.result_codes)
  })

  it('of a fee bump names both layers', () => {
    const { result_xdr, result_codes } = readFixture(
      'stellar/submission/fee_bump_inner_failed_result.PARTIAL-2021.json',
    )
    // The recording has tx_bad_auth: Horizon has only named the inner code since.
    expect(resultCodes(xdr.TransactionResult.fromXdr(result_xdr, 'base64'))).toEqual({
      ...result_codes,
      inner_transaction: 'tx_bad_auth',
    })
  })
})
