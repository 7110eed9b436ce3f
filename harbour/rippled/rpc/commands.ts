/** Every command that this server knows. */
import { accountInfo, accountLines, accountObjects, depositAuthorized } from '#harbour/rippled/rpc/account-commands.ts'
import { accountTx } from '#harbour/rippled/rpc/account-tx.ts'
import { accountChannels, channelVerify } from '#harbour/rippled/rpc/channel-commands.ts'
import type { Handler } from '#harbour/rippled/rpc/command.ts'
import { ledger, ledgerClosed, ledgerCurrent } from '#harbour/rippled/rpc/ledger-commands.ts'
import { ledgerEntry } from '#harbour/rippled/rpc/ledger-entry.ts'
import { fee, ping, serverInfo, serverState } from '#harbour/rippled/rpc/server-commands.ts'
import { submitMultisigned } from '#harbour/rippled/rpc/submit-multisigned.ts'
import { subscribe, unsubscribe } from '#harbour/rippled/rpc/subscription-commands.ts'
import { submit, tx } from '#harbour/rippled/rpc/transaction-commands.ts'

export const COMMANDS: ReadonlyMap<string, Handler> = new Map([
  ['account_channels', accountChannels],
  ['account_info', accountInfo],
  ['account_lines', accountLines],
  ['account_objects', accountObjects],
  ['account_tx', accountTx],
  ['channel_verify', channelVerify],
  ['deposit_authorized', depositAuthorized],
  ['fee', fee],
  ['ledger', ledger],
  ['ledger_closed', ledgerClosed],
  ['ledger_current', ledgerCurrent],
  ['ledger_entry', ledgerEntry],
  ['ping', ping],
  ['server_info', serverInfo],
  ['server_state', serverState],
  ['submit', submit],
  ['submit_multisigned', submitMultisigned],
  ['subscribe', subscribe],
  ['tx', tx],
  ['unsubscribe', unsubscribe],
])
