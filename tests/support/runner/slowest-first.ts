/**
 * Vitest's sequencer: the slowest files first, so that none is left for one process alone at the end. The list is the
 * same on every machine; the last lines of `npm test` tell when it should be another one.
 */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** From the slowest on; all others follow. By name, wherever the file lies. */
export const SLOWEST = [
  'languages.test.ts',
  'walk.test.ts',
  'storm.test.ts',
  'frozen-worker.test.ts',
  'crash.test.ts',
  'launcher.test.ts',
  'worker-life.test.ts',
  'trade.test.ts',
  'payment-messages.test.ts',
  'payment-exceptions.test.ts',
  'dev-server.test.ts',
  'trouble.test.ts',
  'escrow-model.test.ts',
  'fee-conservation.test.ts',
  'settlement.test.ts',
  'ledger-xrpl.test.ts',
  'statement-pdf.test.ts',
  'another-payout-wallet.test.ts',
  'ledger-stellar.test.ts',
  'market-trouble.test.ts',
  'dispatch-payouts.test.ts',
  'operator-disputes.test.ts',
  'settlement-refusals.test.ts',
  'postgres.test.ts',
  'market-prices.test.ts',
  'routes-settlement.test.ts',
  'wallet-trouble.test.ts',
  'ledger-restart.test.ts',
  'harbour-process.test.ts',
  'statement.test.ts',
]

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.sort((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOWEST.indexOf(basename(moduleId))
  return place === -1 ? SLOWEST.length : place
}
