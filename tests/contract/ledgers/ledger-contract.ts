/** The contract of both adapters, run by ledger-<network>.test.ts on a stand-in with the real protocol and faults. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { describePaying } from './ledger-contract-paying.ts'
import { describeReading } from './ledger-contract-reading.ts'
import type { World } from './ledger-world.ts'
import { describeOutgoing } from './outgoing/outgoing-contract.ts'

export function describeLedgerContract(name: string, openWorld: () => Promise<World>): void {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => world.faults.clear())
  afterAll(() => world.close())
  describeReading(name, () => world)
  describePaying(name, () => world)
  describeOutgoing(name, () => world)
}
