/** Executes one settlement of one recovery file. */
import { Impossible } from '../commands/impossible.ts'
import type { RecoverOrder } from './order.ts'
import type { Person } from './person.ts'
import { readRecoveryFile } from './read-file.ts'
import { recoverOnStellar } from './stellar.ts'
import { readText } from './text-files.ts'
import { recoverOnXrpl } from './xrpl.ts'

const SERVERS = {
  stellar: '--horizon URL, such as https://horizon.stellar.org',
  xrpl: '--rippled URL, such as wss://xrplcluster.com',
} as const

/** Throws Impossible with the obstacle; nothing was sent then, unless the message says so. */
export async function recover(order: RecoverOrder, person: Person): Promise<void> {
  const file = readRecoveryFile(readText(order.file))
  if (order.way === undefined) {
    const ways = file.ways.map(({ way, does }) => `  --way ${way}  ${does}`)
    const server = SERVERS[file.ledger]
    throw new Impossible(
      `Say which way out:\n${ways.join('\n')}\nand on Stellar --way divide with --to-seller.\nName a server, too: ${server}`,
    )
  }
  await (file.ledger === 'stellar' ? recoverOnStellar(file, order, person) : recoverOnXrpl(file, order, person))
}
