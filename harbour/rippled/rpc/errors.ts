/** API errors: code and message as in xrpld. Clients match on the name. */

const ERRORS = {
  forbidden: [3, 'Bad credentials.'],
  noPermission: [6, "You don't have permission for this command."],
  tooBusy: [9, 'The server is too busy to help you now.'],
  noEvents: [7, 'Current transport does not support events.'],
  noNetwork: [17, 'Not synced to the network.'],
  notSynced: [18, 'Not synced to the network.'],
  actNotFound: [19, 'Account not found.'],
  lgrNotFound: [21, 'Ledger not found.'],
  lgrNotValidated: [22, 'Ledger not validated.'],
  txnNotFound: [29, 'Transaction not found.'],
  invalidParams: [31, 'Invalid parameters.'],
  unknownCmd: [32, 'Unknown method.'],
  actMalformed: [35, 'Account malformed.'],
  dstActNotFound: [50, 'Destination account not found.'],
  lgrIdxsInvalid: [57, 'Ledger indexes invalid.'],
  lgrIdxMalformed: [58, 'Ledger index malformed.'],
  srcActNotFound: [67, 'Source account not found.'],
  malformedStream: [71, 'Stream malformed.'],
  internal: [73, 'Internal error.'],
  notImpl: [74, 'Not implemented.'],
  notSupported: [75, 'Operation not supported.'],
  excessiveLgrRange: [78, 'Ledger range exceeds 1000.'],
  invalidLgrRange: [79, 'Ledger range is invalid.'],
  reportingUnsupported: [91, 'Requested operation not supported by reporting mode server'],
  entryNotFound: [98, 'Entry not found.'],
  unexpectedLedgerType: [99, 'Unexpected ledger type.'],
} as const satisfies Record<string, readonly [code: number, message: string]>

type ErrorName = keyof typeof ERRORS

export type Answer = Record<string, unknown>

/** A request that is answered with an error; `body`: the fields of the error. */
export class RequestRefused extends Error {
  override name = 'RequestRefused' as const
  readonly body: Answer
  constructor(body: Answer) {
    super(String(body.error))
    this.body = body
  }
}

/** `besides`: further fields of the answer; `error_message` replaces the usual sentence. */
export function refused(name: ErrorName, besides: Answer = {}): RequestRefused {
  const [code, message] = ERRORS[name]
  return new RequestRefused({ error: name, error_code: code, error_message: message, ...besides })
}

export function missingField(field: string): RequestRefused {
  return refused('invalidParams', { error_message: `Missing field '${field}'.` })
}

export function invalidField(field: string): RequestRefused {
  return refused('invalidParams', { error_message: `Invalid field '${field}'.` })
}
