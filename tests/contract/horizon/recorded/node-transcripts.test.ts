/** Every chain recorded from a real stellar-core replays the same on the local ledger, but for listed steps. */
import { describe, expect, it } from 'vitest'
import { hasStellarChains, listFixtures, withoutFixtures } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'
import { playChain, readTranscript } from './node-transcripts.ts'

if (!hasStellarChains) console.warn(withoutFixtures)

/** What the local ledger does not support on purpose, and the steps that show it. */
const UNSUPPORTED: { reason: string; steps: Record<string, number[]> }[] = [
  {
    reason: 'offers: a market of fixed rates with one maker takes their place, and nobody lays claim to a balance',
    steps: {
      '19-issuer-rights-offers-bump-sequence.json': [316, 317],
      '20-bids-of-one-account.json': [318],
      'differences.json': [61, 62, 63, 64, 65],
    },
  },
  { reason: 'liquidity pools: the product never meets one', steps: { 'differences.json': [67, 68, 69] } },
]

/** The files of each chain in order, by the name of its first file. */
function chains(): [string, string[]][] {
  const files = listFixtures('nodes/stellar').sort()
  const heads = files.filter((file) => readTranscript(file).continues === null)
  return heads.map((head) => {
    const chain = [head]
    for (;;) {
      const next = files.find((file) => readTranscript(file).continues === chain.at(-1))
      if (next === undefined) return [head, chain]
      chain.push(next)
    }
  })
}

describe.skipIf(!hasStellarChains)('a chain of a real node', () => {
  it.each(hasStellarChains ? chains() : [])('%s comes out the same', (_head, files) => {
    const known = files.flatMap((file) =>
      UNSUPPORTED.flatMap(({ steps }) => (steps[file] ?? []).map((step) => `${file} ${step}`)),
    )
    const found = playChain(files)
    const surprises = found.filter(({ file, step }) => !known.includes(`${file} ${step}`))
    expect(surprises).toEqual([])
    // A step that no longer differs must leave the list.
    expect(found.map(({ file, step }) => `${file} ${step}`)).toEqual(known)
  })
})
