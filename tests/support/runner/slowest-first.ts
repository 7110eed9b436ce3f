/**
 * Vitest's sequencer: the slowest files first, so that none is left for one process alone at the end. The list is the
 * same on every machine; the last lines of `npm test` tell when it should be another one.
 */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** From the slowest on; all others follow. By name, wherever the file lies. */
export const SLOWEST = [
  'languages',
  'walk',
  'trade',
  'access',
  'storm',
  'killed',
  'frozen-worker',
  'crash',
  'worker-life',
  'launcher',
  'payment-messages',
  'image',
  'escrow-model',
  'payment-exceptions',
  'resellers',
  'settlement',
  'troubles',
  'silence',
  'dev-server',
  'trouble',
  'payout-queue',
  'prepare-accounts',
  'broken-files',
  'fee-conservation',
  'plans',
  'reconciliation',
  'statement-pdf',
  'recall',
  'operator-commands',
  'reread-command',
  'divisions',
  'typed-amounts',
  'lists',
  'held-model',
  'ledger-xrpl',
  'another-payout-wallet',
  'ledger-stellar',
  'market-trouble',
  'dispatch-payouts',
  'operator-disputes',
  'settlement-refusals',
  'postgres',
  'market-prices',
  'routes-settlement',
  'ledger-restart',
  'harbour-process',
]

/** How the list calls a file of tests. */
export function nameOf(file: string): string {
  return basename(file).replace(/(\.long)?\.test\.tsx?$/, '')
}

export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.sort((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOWEST.indexOf(nameOf(moduleId))
  return place === -1 ? SLOWEST.length : place
}
