/** Deliberate differences from the transcripts' rippled 2.2.0, with reasons. One that is not needed fails the test. */

export type Known = {
  /** Matches `transcript#step path`. */
  where: RegExp
  why: string
}

const NEWER = 'the harbour answers as the servers of 2026 do, the node is of 2024'

export const KNOWN: readonly Known[] = [
  { where: /\.build_version$/, why: NEWER },
  { where: /\.tx_json\.ctid$/, why: NEWER },
  { where: /\.account_flags\.allowTrustLineLocking$/, why: NEWER },
  { where: /^subscriptions#\d+ (result\.)?network_id$/, why: `${NEWER}: the ledger stream names the network` },
  {
    where: / (Escrow|PayChannel) \w+\.(NewFields|FinalFields)\.Sequence$/,
    why: `${NEWER}: entries name the number that they go by (fixIncludeKeyletFields)`,
  },
  {
    where: /^(escrow-\w+|payment-channel)#\d+ result\.(node|account_objects\[\d+\])\.Sequence$/,
    why: `${NEWER}: fixIncludeKeyletFields`,
  },
  {
    where: /^signing#\d+ .*( SignerList \w+\.(NewFields|FinalFields)|account_objects\[0\]|signer_lists\[0\])\.Owner$/,
    why: `${NEWER}: a list of signers names its owner (fixIncludeKeyletFields)`,
  },
  {
    where:
      /^(checks#22|deposit-auth#25|escrow-(release|return)#(7|39|48|46)|payment-channel#46|ticket-(un)?used#(17|20|21|27|30)) (error_code|error_message|index)$/,
    why: `${NEWER}: entryNotFound has a number and a sentence`,
  },
  {
    where: /^(escrow-create#5[1-5]|ticket-used#4[89]) (error|error_code|error_message|ledger_index|validated)$/,
    why: `${NEWER}: a malformed ledger_entry has the number and a sentence of invalidParams`,
  },
  { where: /\.validation_quorum$/, why: 'a server of a network needs others to agree, one in standalone mode nobody' },
  {
    where: /^server-network-[a-z0-9]+#[12] .*converge_time(_s)?$/,
    why: 'the harbour has closed a ledger whenever it is asked',
  },
  {
    where: /^history#(40|47|48) /,
    why: 'a parameter of the wrong type is an internal error of the node; the harbour says what is wrong with it',
  },
  { where: /^history#(42|51|54) error_message$/, why: 'sentences for people, which differ between the versions' },
  { where: /^history#46 /, why: 'a page of no transactions has all of them on the node' },
  { where: /^history#66 /, why: 'the first ledger of all, before there were accounts, is not kept' },
  {
    where: /^(account-delete#279|ticket-unused#36) .*\.PreviousTxn(ID|LgrSeq)$/,
    why: 'the account of the genesis names no transaction before its first; in the harbour it names none with zeros',
  },
  {
    where: /^account-delete#276 .*\.delivered_amount$/,
    why: 'ledger shows it of payments and checks alone; tx of this one, too',
  },
  { where: /^escrow-create#21 /, why: 'escrows of issued money are refused with another result since they exist' },
]

/** From this step on, a transcript cannot be followed: the step differs, and so may all that depends on it. */
export const UNSUPPORTED: readonly { transcript: string; step: number; why: string }[] = [
  { transcript: 'payments-partial', step: 14, why: 'there are no offers' },
]

/** Transcripts that are not replayed here. */
export const ELSEWHERE: Record<string, string> = {
  'guest-limit': 'how much a guest may ask is another number each time: rippled-faults.test.ts has what follows',
}
