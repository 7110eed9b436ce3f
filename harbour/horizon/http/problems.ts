/** Errors in the form of RFC 7807, with Horizon's types, titles and sentences (Horizon, render/problem). */

import type { ResultCodes } from '#harbour/horizon/engine/codes.ts'
import type { Json } from '#harbour/horizon/resources/json.ts'

export class Problem extends Error {
  override name = 'Problem' as const
  readonly status: number
  readonly body: Record<string, Json>

  constructor(kind: Kind, extras?: Record<string, Json>, options?: ErrorOptions) {
    const { title, status, detail } = KINDS[kind]
    super(title, options)
    this.status = status
    this.body = {
      type: `https://stellar.org/horizon-errors/${kind}`,
      title,
      status,
      ...(detail === '' ? {} : { detail }),
      ...(extras === undefined ? {} : { extras }),
    }
  }
}

type Kind = keyof typeof KINDS

const KINDS = {
  bad_request: {
    title: 'Bad Request',
    status: 400,
    detail: 'The request you sent was invalid in some way.',
  },
  not_found: {
    title: 'Resource Missing',
    status: 404,
    detail:
      'The resource at the url requested was not found.  This usually occurs for one of two reasons:  The url requested is not valid, or no data in our database could be found with the parameters provided.',
  },
  not_acceptable: {
    title: 'An acceptable response content-type could not be provided for this request',
    status: 406,
    detail: '',
  },
  before_history: {
    title: 'Data Requested Is Before Recorded History',
    status: 410,
    detail:
      "This horizon instance is configured to only track a portion of the stellar network's latest history. This request is asking for results prior to the recorded history known to this horizon instance.",
  },
  unsupported_media_type: {
    title: 'Unsupported Media Type',
    status: 415,
    detail:
      'The request has an unsupported content type. Presently, the only supported content type is application/x-www-form-urlencoded.',
  },
  rate_limit_exceeded: {
    title: 'Rate Limit Exceeded',
    status: 429,
    detail:
      "The rate limit for the requesting IP address is over its alloted limit.  The allowed limit and requests left per time period are communicated to clients via the http response headers 'X-RateLimit-*' headers.",
  },
  server_error: {
    title: 'Internal Server Error',
    status: 500,
    detail:
      'An error occurred while processing this request.  This is usually due to a bug within the server software.  Trying this request again may succeed if the bug is transient. Otherwise, please contact the system administrator.',
  },
  transaction_malformed: {
    title: 'Transaction Malformed',
    status: 400,
    detail:
      'Horizon could not decode the transaction envelope in this request. A transaction should be an XDR TransactionEnvelope struct encoded using base64.  The envelope read from this request is echoed in the `extras.envelope_xdr` field of this response for your convenience.',
  },
  transaction_failed: {
    title: 'Transaction Failed',
    status: 400,
    detail:
      'The transaction failed when submitted to the stellar network. The `extras.result_codes` field on this response contains further details.  Descriptions of each code can be found at: https://developers.stellar.org/api/errors/http-status-codes/horizon-specific/transaction-failed/',
  },
  transaction_submission_timeout: {
    title: 'Transaction Submission Timeout',
    status: 504,
    detail:
      'Your transaction submission request has timed out. This does not necessarily mean the submission has failed. Before resubmitting, please use the transaction hash provided in `extras.hash` to poll the GET /transactions endpoint for sometime and check if it was included in a ledger.',
  },
} as const

export function invalidField(field: string, reason: string): Problem {
  return new Problem('bad_request', { invalid_field: field, reason })
}

export function transactionFailed(envelopeXdr: string, resultXdr: string, codes: ResultCodes): Problem {
  return new Problem('transaction_failed', {
    envelope_xdr: envelopeXdr,
    result_codes: codes,
    result_xdr: resultXdr,
  })
}

export function submissionTimeout(envelopeXdr: string, hash: string): Problem {
  return new Problem('transaction_submission_timeout', { hash, envelope_xdr: envelopeXdr })
}
