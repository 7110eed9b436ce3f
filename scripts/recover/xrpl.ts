/** The only settlement on the XRP Ledger without Quayside: after the deadline, back to the depositor. */
import { Client, Wallet } from 'xrpl'
import { openXrplOnchain } from '#app/ledgers/xrpl.server.ts'
import type { XrplRecovery } from '#app/trade/onchain/domain/recovery-file.ts'
import { Impossible } from '../commands/impossible.ts'
import type { RecoverOrder } from './order.ts'
import type { Person } from './person.ts'
import { untilSeen } from './wait.ts'

const MOST_FEE_XRP = '0.01'
/** Applied provisionally (tes) or queued (ter). */
const TAKEN = /^te[sr]/

export async function recoverOnXrpl(file: XrplRecovery, order: RecoverOrder, person: Person): Promise<void> {
  const { rippled: url, way } = order
  if (url === undefined) throw new Impossible('Name a server of the XRP Ledger with --rippled.')
  if (way !== 'cancel') {
    throw new Impossible('What the XRP Ledger holds has one way out without Quayside: --way cancel, after the date.')
  }
  const escrow = { owner: file.owner, sequence: file.sequence }
  const held = openXrplOnchain({ urls: [url], networkId: file.networkId, ownAccounts: [] })
  try {
    const ended = await held.findEnd(escrow)
    if (ended !== null)
      throw new Impossible(`The escrow was ${ended.kind} at ${ended.at.toISOString()}, in ${ended.hash}.`)
    person.say(
      `This pays ${file.amount} XRP back to the buyer, ${file.owner}, whoever signs it.\nThe ledger lets it through after ${file.deadlineAt}.`,
    )
    const wallet = await askKey(person)
    if ((await person.ask('Type yes to send it: ')) !== 'yes') throw new Impossible('Nothing was sent.')
    const hash = await send({ url, wallet, file })
    // The ledger shows the escrow's end, whoever's transaction caused it.
    if ((await untilSeen(() => held.findEnd(escrow))) === null) {
      throw new Impossible('The server took it, and no ledger shows it yet. It can be tried again: it works once.')
    }
    person.say(`Done: ${hash}`)
  } finally {
    await held.close()
  }
}

async function askKey(person: Person): Promise<Wallet> {
  const typed = await person.askSecret('Secret (s…) of any account that can pay the fee: ')
  try {
    return Wallet.fromSeed(typed)
  } catch {
    throw new Impossible('That is no secret of the XRP Ledger. Nothing was signed.')
  }
}

async function send({ url, wallet, file }: { url: string; wallet: Wallet; file: XrplRecovery }): Promise<string> {
  const client = new Client(url, { maxFeeXRP: MOST_FEE_XRP })
  await client.connect()
  try {
    const fields = { TransactionType: 'EscrowCancel' as const, Owner: file.owner, OfferSequence: file.sequence }
    const { tx_blob: blob, hash } = wallet.sign(await client.autofill({ Account: wallet.address, ...fields }))
    const { result } = await client.request({ command: 'submit', tx_blob: blob, fail_hard: true })
    if (!TAKEN.test(result.engine_result)) {
      throw new Impossible(
        `The server did not take it: ${result.engine_result}. ${reasonOf(result.engine_result)}`.trim(),
      )
    }
    return hash
  } finally {
    await client.disconnect()
  }
}

function reasonOf(code: string): string {
  return code === 'tecNO_PERMISSION' ? 'The date is not past yet by the ledger’s clock.' : ''
}
