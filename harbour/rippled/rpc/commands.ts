/** All commands of this server. */

import { accountChannels, channelVerify } from '#harbour/rippled/rpc/account/channels.ts'
import {
  accountCurrencies,
  accountInfo,
  accountLines,
  accountObjects,
  depositAuthorized,
} from '#harbour/rippled/rpc/account/commands.ts'
import { accountTx } from '#harbour/rippled/rpc/account/history.ts'
import type { Handler } from '#harbour/rippled/rpc/command.ts'
import { ledger, ledgerClosed, ledgerCurrent } from '#harbour/rippled/rpc/ledger/commands.ts'
import { ledgerData } from '#harbour/rippled/rpc/ledger/data.ts'
import { ledgerEntry } from '#harbour/rippled/rpc/ledger/entry.ts'
import { fee, ping, serverInfo, serverState } from '#harbour/rippled/rpc/server-commands.ts'
import { submitMultisigned } from '#harbour/rippled/rpc/submit-multisigned.ts'
import { subscribe, unsubscribe } from '#harbour/rippled/rpc/subscription-commands.ts'
import { submit, tx } from '#harbour/rippled/rpc/transaction-commands.ts'

/** Commands for the server's owner, whom nobody here is. */
export const ADMIN_COMMANDS: readonly string[] = [
  'can_delete',
  'connect',
  'ledger_accept',
  'log_level',
  'peers',
  'stop',
]

export const COMMANDS: ReadonlyMap<string, Handler> = new Map([
  ['account_currencies', accountCurrencies],
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
  ['ledger_data', ledgerData],
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
