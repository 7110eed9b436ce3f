/** Commands about payment channels. */
import { encodeAccountPublic } from 'xrpl'
import { isPublicKey } from '#harbour/rippled/engine/channel/channel.ts'
import { isClaimSigned } from '#harbour/rippled/engine/channel/claim.ts'
import { indexOf, type PayChannel } from '#harbour/rippled/engine/entries.ts'
import { present } from '#harbour/rippled/engine/fields.ts'
import { objectsOf } from '#harbour/rippled/engine/sandbox.ts'
import { existingAccount } from '#harbour/rippled/rpc/account/commands.ts'
import { accountParam, type Command, type Handler } from '#harbour/rippled/rpc/command.ts'
import { type Answer, missingField, RequestRefused } from '#harbour/rippled/rpc/errors.ts'

/** Those that an account made, to one receiver if one is named; all on one page. */
export const accountChannels: Handler = (command) => {
  const { account, named, state } = existingAccount(command)
  const to = command.params.destination_account === undefined ? null : accountParam(command, 'destination_account')
  const channels = objectsOf(state, account.Account)
    .filter((entry) => entry.LedgerEntryType === 'PayChannel')
    .filter((channel) => channel.Account === account.Account && (to === null || channel.Destination === to))
    .map(channelJson)
    .sort((one, other) => (String(one.channel_id) < String(other.channel_id) ? -1 : 1))
  return { account: account.Account, channels, ...named }
}

function channelJson(channel: PayChannel): Answer {
  return {
    account: channel.Account,
    amount: channel.Amount,
    balance: channel.Balance,
    channel_id: indexOf(channel),
    destination_account: channel.Destination,
    public_key: encodeAccountPublic(Buffer.from(channel.PublicKey, 'hex')),
    public_key_hex: channel.PublicKey,
    settle_delay: channel.SettleDelay,
    ...present({
      cancel_after: channel.CancelAfter,
      destination_tag: channel.DestinationTag,
      expiration: channel.Expiration,
      source_tag: channel.SourceTag,
    }),
  }
}

/** Checks whether a key, in hexadecimal, has signed a claim. The channel need not exist. */
export const channelVerify: Handler = (command) => {
  const [key, channel, amount, signature] = ['public_key', 'channel_id', 'amount', 'signature'].map((field) =>
    textParam(command, field),
  ) as [string, string, string, string]
  if (!isPublicKey(key)) throw malformed('publicMalformed', 62, 'Public key')
  if (!/^[0-9A-F]{64}$/i.test(channel)) throw malformed('channelMalformed', 43, 'Payment channel')
  if (!/^\d{1,18}$/.test(amount)) throw malformed('channelAmtMalformed', 44, 'Payment channel amount')
  return { signature_verified: isClaimSigned({ channel, drops: BigInt(amount), signature, key }) }
}

function malformed(error: string, code: number, what: string): RequestRefused {
  return new RequestRefused({ error, error_code: code, error_message: `${what} is malformed.` })
}

function textParam({ params }: Command, field: string): string {
  const value = params[field]
  if (value === undefined) throw missingField(field)
  return String(value)
}
