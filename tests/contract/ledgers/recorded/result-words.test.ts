/** Our adapter's and the local ledger's tables of failure codes agree with Horizon's and with a real node's results. */
import { xdr } from '@stellar/stellar-sdk'
import { describe, expect, it } from 'vitest'
import { failureCode } from '#app/ledgers/stellar/results/failure-code.server.ts'
import { type ResultCodes, resultCodes } from '#harbour/horizon/engine/codes.ts'
import { hasStellarChains, listFixtures, readFixture, withoutFixtures } from './ledger-fixtures.ts'
import { OPERATION_WORDS, OUTER_WORDS, TRANSACTION_WORDS } from './result-words.ts'

if (!hasStellarChains) console.warn(withoutFixtures)

type Makers = Record<string, ((value?: unknown) => unknown) | undefined>

/** Makes an XDR result by its name. Results with a value get an asset, which no code depends on. */
function made<Result>(kind: unknown, name: string): Result {
  const make = (kind as Makers)[name]
  if (make === undefined) throw new Error(`The SDK knows no ${name}`)
  return make.call(kind, xdr.Asset.assetTypeNative()) as Result
}

/** The SDK's names of a result, without those of success. */
function namesIn(kind: unknown): string[] {
  const own = Object.getOwnPropertyNames(kind)
  const others = ['length', 'name', 'prototype', 'schema', 'is', 'fromXdrObject']
  return own.filter((name) => !others.includes(name) && !name.endsWith('Success'))
}

const kinds = xdr as unknown as Record<string, unknown>
const kindOf = (operation: string) => kinds[`${operation.charAt(0).toUpperCase()}${operation.slice(1)}Result`]

function failed(result: xdr.TransactionResultResult): string {
  const ext = xdr.TransactionResultExt.v0()
  return new xdr.TransactionResult({ feeCharged: 100n, result, ext }).toXdr('base64')
}

const codesOf = (result: string) => resultCodes(xdr.TransactionResult.fromXdr(result, 'base64'))

describe('the result of an operation', () => {
  const operations = Object.entries(OPERATION_WORDS)
  // A passive offer has the results of an ordinary one.
  const cases = [...operations, ['createPassiveSellOffer', OPERATION_WORDS.manageSellOffer ?? {}] as const]

  it.each(cases)('%s has the words of Horizon', (operation, words) => {
    const results = operation === 'createPassiveSellOffer' ? 'manageSellOffer' : operation
    const kind = kindOf(results)
    const named = Object.keys(words).map((name) => {
      const inner = made<xdr.OperationResultTr['value']>(kind, `${results}${name}`)
      const tr = (xdr.OperationResultTr as unknown as Makers)[operation]?.(inner) as xdr.OperationResultTr
      const result = failed(xdr.TransactionResultResult.txFailed([xdr.OperationResult.opInner(tr)]))
      return [name, failureCode(result), codesOf(result).operations?.[0]]
    })
    expect(named).toEqual(Object.entries(words).map(([name, word]) => [name, word, word]))
    expect(namesIn(kind).map((name) => name.slice(results.length))).toEqual(Object.keys(words))
  })

  it('outside of it has the words of Horizon', () => {
    const named = Object.keys(OUTER_WORDS).map((name) => {
      const operation = made<xdr.OperationResult>(xdr.OperationResult, name)
      const result = failed(xdr.TransactionResultResult.txFailed([operation]))
      return [name, failureCode(result), codesOf(result).operations?.[0]]
    })
    expect(named).toEqual(Object.entries(OUTER_WORDS).map(([name, word]) => [name, word, word]))
    expect(namesIn(xdr.OperationResult).filter((name) => name !== 'opInner')).toEqual(Object.keys(OUTER_WORDS))
  })
})

it('the result of a transaction has the words of Horizon', () => {
  const plain = Object.entries(TRANSACTION_WORDS).filter(([name]) => !/Success$|^txFeeBump|^txFailed/.test(name))
  const named = plain.map(([name]) => {
    const result = failed(made(xdr.TransactionResultResult, name))
    return [name, failureCode(result), codesOf(result).transaction]
  })
  expect(named).toEqual(plain.map(([name, word]) => [name, word, word]))
  const known = namesIn(xdr.TransactionResultResult).filter((name) => !/^txFeeBump|^txFailed/.test(name))
  expect(known.sort()).toEqual(plain.map(([name]) => name).sort())
})

describe.skipIf(!hasStellarChains)('a result of a real node', () => {
  type Read = { codes?: ResultCodes; result: string | null; answer: { error?: string; codes?: ResultCodes } }
  const files = hasStellarChains ? listFixtures('nodes/stellar') : []

  it.each(files)('in %s has the words that it was read in', (file) => {
    const { steps } = readFixture(`nodes/stellar/${file}`) as { steps: { transactions: Read[] }[] }
    for (const { codes, result, answer } of steps.flatMap(({ transactions }) => transactions)) {
      const [own, recorded] = [result ?? answer.error, codes ?? answer.codes]
      if (own == null || recorded === undefined) continue
      expect(codesOf(own)).toEqual(recorded)
      if (codesOf(own).transaction.endsWith('success')) continue
      expect(failureCode(own)).toBe(firstFailure(recorded))
    }
  })

  function firstFailure({ transaction, inner_transaction, operations = [] }: ResultCodes): string {
    return operations.find((code) => code !== 'op_success') ?? inner_transaction ?? transaction
  }
})
