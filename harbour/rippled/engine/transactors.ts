/** The types of transactions that this ledger supports. */
import { accountDelete } from '#harbour/rippled/engine/account/delete.ts'
import { depositPreauth } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import { accountSet } from '#harbour/rippled/engine/account/set.ts'
import { setRegularKey } from '#harbour/rippled/engine/account/set-regular-key.ts'
import { signerListSet } from '#harbour/rippled/engine/account/signer-list-set.ts'
import { ticketCreate } from '#harbour/rippled/engine/account/ticket-create.ts'
import { channelClaim } from '#harbour/rippled/engine/channel/claim.ts'
import { channelCreate } from '#harbour/rippled/engine/channel/create.ts'
import { channelFund } from '#harbour/rippled/engine/channel/fund.ts'
import { checkCancel } from '#harbour/rippled/engine/check/cancel.ts'
import { checkCash } from '#harbour/rippled/engine/check/cash.ts'
import { checkCreate } from '#harbour/rippled/engine/check/create.ts'
import { escrowCancel } from '#harbour/rippled/engine/escrow/cancel.ts'
import { escrowCreate } from '#harbour/rippled/engine/escrow/create.ts'
import { escrowFinish } from '#harbour/rippled/engine/escrow/finish.ts'
import { trustSet } from '#harbour/rippled/engine/issued/trust-set.ts'
import { payment } from '#harbour/rippled/engine/payment.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import type { Transactor } from '#harbour/rippled/engine/transactor.ts'

const TRANSACTORS = new Map<unknown, (json: Record<string, unknown>) => Transactor>([
  ['Payment', payment],
  ['AccountSet', accountSet],
  ['TicketCreate', ticketCreate],
  ['AccountDelete', accountDelete],
  ['DepositPreauth', depositPreauth],
  ['CheckCreate', checkCreate],
  ['CheckCash', checkCash],
  ['CheckCancel', checkCancel],
  ['PaymentChannelCreate', channelCreate],
  ['PaymentChannelFund', channelFund],
  ['PaymentChannelClaim', channelClaim],
  ['TrustSet', trustSet],
  ['SetRegularKey', setRegularKey],
  ['SignerListSet', signerListSet],
  ['EscrowCreate', escrowCreate],
  ['EscrowFinish', escrowFinish],
  ['EscrowCancel', escrowCancel],
])

/** Throws InvalidTransaction when fields are missing. */
export function transactorOf(json: Record<string, unknown>): Transactor {
  return TRANSACTORS.get(json.TransactionType)?.(json) ?? unknown(json)
}

function unknown(json: Record<string, unknown>): Transactor {
  return {
    minimumFee: baseFee(json),
    preflight: () => 'temUNKNOWN',
    preclaim: () => 'temUNKNOWN',
    apply: () => 'temUNKNOWN',
  }
}
