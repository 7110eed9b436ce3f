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
  'killed.test.ts',
  'frozen-worker.test.ts',
  'crash.test.ts',
  'worker-life.test.ts',
  'launcher.test.ts',
  'payment-messages.test.ts',
  'image.test.ts',
  'trade.test.ts',
  'escrow-model.test.ts',
  'payment-exceptions.test.ts',
  'resellers.test.ts',
  'settlement.test.ts',
  'troubles.test.ts',
  'silence.test.ts',
  'dev-server.test.ts',
  'trouble.test.ts',
  'payout-queue.test.ts',
  'prepare-accounts.test.ts',
  'broken-files.test.ts',
  'fee-conservation.test.ts',
  'plans.test.ts',
  'reconciliation.test.ts',
  'statement-pdf.test.ts',
  'recall.test.ts',
  'operator-commands.test.ts',
  'reread-command.test.ts',
  'divisions.test.ts',
  'typed-amounts.test.ts',
  'lists.test.ts',
  'held-model.test.ts',
  'ledger-xrpl.test.ts',
  'another-payout-wallet.test.ts',
  'ledger-stellar.test.ts',
  'market-trouble.test.ts',
  'dispatch-payouts.test.ts',
  'operator-disputes.test.ts',
  'settlement-refusals.test.ts',
  'postgres.test.ts',
  'market-prices.test.ts',
  'routes-settlement.test.ts',
  'ledger-restart.test.ts',
  'harbour-process.test.ts',
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
