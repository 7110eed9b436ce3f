/** Money that a play wallet sets aside for our account on the ledger. Returns the hash, in a closed ledger. */
import { Account, Asset, Claimant, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { Client, type SubmittableTransaction } from 'xrpl'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { submitUntilValidated } from '#harbour/wallet/xrpl-validation.ts'
import type { World } from '#tests/support/world/world.ts'

type SetAside = { from?: PlayName; to: string; amount: string; memo: string }
/** By default always. */
type Window = { from?: Date; until?: Date }

/** A claimable balance of XLM or USDC, with the memo as its text; `takesBack`: the sender can claim it, too. */
export async function setAsideOnStellar(
  { settings }: Pick<World, 'settings'>,
  order: SetAside & { asset: 'XLM' | 'USDC'; window?: Window; takesBack?: boolean },
): Promise<string> {
  const { from = 'buyer', to, amount, memo, asset, window = {}, takesBack = false } = order
  const key = stellarPlayKey(from)
  const money = asset === 'XLM' ? Asset.native() : new Asset('USDC', settings.USDC_ISSUER ?? '')
  const claimants = [new Claimant(to, predicateOf(window)), ...(takesBack ? [new Claimant(key.publicKey())] : [])]
  return sendOnStellar(
    { settings },
    from,
    [Operation.createClaimableBalance({ asset: money, amount, claimants })],
    memo,
  )
}

/** A play wallet's transaction. Throws Horizon's answer when it is refused. */
export async function sendOnStellar(
  { settings }: Pick<World, 'settings'>,
  from: PlayName,
  operations: Parameters<TransactionBuilder['addOperation']>[0][],
  memo = '',
): Promise<string> {
  const key = stellarPlayKey(from)
  const horizon = settings.HORIZON_URL
  const { sequence } = (await (await fetch(`${horizon}/accounts/${key.publicKey()}`)).json()) as { sequence: string }
  const terms = { fee: '10000', networkPassphrase: HARBOUR_PASSPHRASE, timebounds: { minTime: 0, maxTime: 0 } }
  const builder = new TransactionBuilder(new Account(key.publicKey(), sequence), terms).addMemo(Memo.text(memo))
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.build()
  transaction.sign(key)
  const body = new URLSearchParams({ tx: transaction.toEnvelope().toXdr('base64') })
  const answer = await fetch(`${horizon}/transactions`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`the ledger did not take it: ${await answer.text()}`)
  return ((await answer.json()) as { hash: string }).hash
}

function predicateOf({ from, until }: Window) {
  const before = (moment: Date) => Claimant.predicateBeforeAbsoluteTime(String(Math.floor(moment.getTime() / 1000)))
  const late = from === undefined ? null : Claimant.predicateNot(before(from))
  const early = until === undefined ? null : before(until)
  if (late !== null && early !== null) return Claimant.predicateAnd(late, early)
  return late ?? early ?? Claimant.predicateUnconditional()
}

/** An escrow that can be finished after that many seconds, or a check; `condition`: only with its secret. */
export async function setAsideOnXrpl(
  { settings }: Pick<World, 'settings'>,
  order: SetAside & { as: 'escrow' | 'check'; inSeconds?: number; condition?: string },
): Promise<string> {
  const { from = 'buyer', to, amount, memo, as, inSeconds = 1, condition } = order
  const wallet = xrplPlayWallet(from)
  const drops = String(Number(amount) * 1_000_000)
  const about = { Account: wallet.classicAddress, Destination: to, DestinationTag: Number(memo) }
  return onXrpl({ settings }, async (client) => {
    const { result } = await client.request({ command: 'ledger', ledger_index: 'validated' })
    const at = result.ledger.close_time + inSeconds
    const times = condition === undefined ? { FinishAfter: at } : { CancelAfter: at + 3_600, Condition: condition }
    const transaction: SubmittableTransaction =
      as === 'check'
        ? { TransactionType: 'CheckCreate', ...about, SendMax: drops }
        : { TransactionType: 'EscrowCreate', ...about, Amount: drops, ...times }
    return (await submitUntilValidated(client, { transaction, wallet })).hash
  })
}

async function onXrpl<Answer>(
  { settings }: Pick<World, 'settings'>,
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client(settings.XRPL_URL ?? '')
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.disconnect()
  }
}
