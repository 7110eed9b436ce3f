/**
 * Vitest's sequencer: the slowest files first, so that none runs alone at the end. The list is the same on every
 * machine; the last lines of `npm test` show when it is out of date.
 */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slowest first; all others follow. By name, without the folder. */
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
  'onchain-model',
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
