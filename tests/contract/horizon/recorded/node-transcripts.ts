/**
 * Replays chains recorded from a real stellar-core on the local ledger (nodes/stellar/README.md among the fixtures).
 */
import { xdr } from '@stellar/stellar-sdk'
import { outerHash, parseEnvelope } from '#harbour/horizon/engine/envelope.ts'
import { Network } from '#harbour/horizon/ledger/network.ts'
import { readFixture } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'
import { adoptEntries, entryDifferences, type Names, type RecordedEntries } from './node-entries.ts'

export type RecordedTransaction = {
  about: string
  envelope: string
  hash: string
  answer: { status: string; error?: string; codes?: RecordedCodes }
  /** Null: it is in no ledger. */
  result: string | null
  codes?: RecordedCodes
}

export type RecordedCodes = { transaction: string; inner_transaction?: string; operations?: string[] }

export type RecordedStep = {
  step: number
  about: string
  ledger: number
  closeTime: number
  appliedOrder: string[]
  transactions: RecordedTransaction[]
  after: RecordedEntries
}

export type Transcript = {
  passphrase: string
  continues: string | null
  genesis: {
    ledger1: { accounts: { root: { address: string; balance: string; sequence: string } } }
    ledger2: { closeTime: number }
  }
  keys: { addresses: Record<string, string> }
  steps: RecordedStep[]
}

const FOLDER = 'nodes/stellar'

export function readTranscript(file: string): Transcript {
  return readFixture(`${FOLDER}/${file}`)
}

/** The differences in one step, as sentences. */
export type StepDifferences = { file: string; step: number; about: string; differences: string[] }

/** Replays a chain's files. After a differing step its recorded entries replace ours: each step is judged by itself. */
export function playChain(files: readonly string[]): StepDifferences[] {
  const transcripts = files.map((file) => ({ file, ...readTranscript(file) }))
  const [first] = transcripts
  if (first === undefined) return []
  let clock = first.genesis.ledger2.closeTime
  const { address, balance, sequence } = first.genesis.ledger1.accounts.root
  let order: readonly string[] = []
  const network = new Network({
    passphrase: first.passphrase,
    ledgerMs: 0,
    journalFile: null,
    genesis: [{ address, sequence, balances: [{ asset: 'native', amount: balance }] }],
    market: null,
    now: () => new Date(clock * 1000),
    arrange: () => order,
  })
  const found: StepDifferences[] = []
  for (const { file, steps, keys } of transcripts) {
    const names = namesOf(keys.addresses)
    for (const step of steps) {
      order = step.appliedOrder
      const answers = step.transactions.flatMap((transaction) => submit(network, transaction))
      clock = step.closeTime
      const closed = network.passTime()
      const differences = [
        ...(closed === step.ledger ? [] : [`ledger ${closed} instead of ${step.ledger}`]),
        ...answers,
        ...resultDifferences(network, step),
        ...entryDifferences(network, step, names),
      ]
      if (differences.length === 0) continue
      found.push({ file, step: step.step, about: step.about, differences })
      adoptEntries(network, step, names)
    }
  }
  network.stop()
  return found
}

function namesOf(addresses: Record<string, string>): Names {
  return {
    addressOf: new Map(Object.entries(addresses)),
    nameOf: new Map(Object.entries(addresses).map(([name, address]) => [address, name])),
  }
}

function submit(network: Network, { envelope: base64, hash, about, answer }: RecordedTransaction): string[] {
  const envelope = parseEnvelope(base64, network.passphrase)
  const own = outerHash(envelope)
  if (own !== hash) return [`${about}: hash ${own} instead of ${hash}`]
  const reception = network.submit(envelope, 'include')
  const result = reception.status === 'ERROR' ? comparable(reception.result.toXdr('base64')) : null
  const recorded = answer.error === undefined ? null : comparable(answer.error)
  return reception.status === answer.status && result === recorded
    ? []
    : [`${about}: answers ${reception.status} ${result} instead of ${answer.status} ${recorded}`]
}

function resultDifferences(network: Network, { ledger, appliedOrder, transactions }: RecordedStep): string[] {
  const records = new Map(network.history.inLedger(ledger).map((record) => [record.hash, record]))
  const order = [...records.keys()]
  const results = transactions.flatMap(({ about, hash, result }) => {
    const own = records.get(hash)
    const [is, was] = [own === undefined ? null : comparable(own.resultXdr), result && comparable(result)]
    return is === was ? [] : [`${about}: result ${is} instead of ${was}`]
  })
  return order.join() === appliedOrder.join() ? results : [...results, `in the ledger: ${order.join()}`]
}

/** Protocol 19 wrote a fee into a fee bump's inner result; since protocol 21, and on the local ledger, it is 0. */
function comparable(base64: string): string {
  const result = xdr.TransactionResult.fromXdr(base64, 'base64')
  const { type } = result.result
  if (type !== 'txFeeBumpInnerSuccess' && type !== 'txFeeBumpInnerFailed') return base64
  const { transactionHash, result: inner } = result.result.innerResultPair
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash,
    result: new xdr.InnerTransactionResult({ feeCharged: 0n, result: inner.result, ext: inner.ext }),
  })
  return new xdr.TransactionResult({
    feeCharged: result.feeCharged,
    result: xdr.TransactionResultResult[type](pair),
    ext: result.ext,
  }).toXdr('base64')
}
