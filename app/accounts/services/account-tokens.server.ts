/**
 * The clear tokens in the links of account emails and read-only pages. None is stored: each is derived from its row's
 * id and this installation's secret when the row is written (to store its SHA-256) and when its email is sent. So an
 * email sent twice is identical, and a copy of the database, outbox included, opens no account.
 */
import { createHmac } from 'node:crypto'
import type { LinkRow } from '#app/kernel/domain/account-token.ts'

/** 256 bits as base64url. Another secret makes other tokens: links already sent are then dead. */
export function accountTokens(secret: string): (row: LinkRow) => string {
  return ({ id, purpose }) => createHmac('sha256', secret).update(`account-token:${purpose}:${id}`).digest('base64url')
}
