/** What the workflows ask of the outside world besides ledgers. Adapters stand beside this file. */
import type { Readable } from 'node:stream'
import type { Asset } from '#app/domain/assets.ts'
import type { FileKind } from '#app/domain/documents.ts'
import type { Decimal } from '#app/domain/money.ts'

/** Private files. Keys are relative paths without `..`; nothing here is ever public. */
export interface Storage {
  /** Streams to the store; resolves when the whole file is there. An error leaves nothing behind. */
  put(key: string, content: Readable): Promise<void>
  /** Throws FileMissing when there is no such file. */
  read(key: string): Promise<Readable>
  move(from: string, to: string): Promise<void>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Keys below a prefix that were last written before a moment; for sweeping up interrupted uploads. */
  olderThan(prefix: string, before: Date): Promise<string[]>
}

export class FileMissing extends Error {
  override name = 'FileMissing' as const
}

export type Letter = {
  to: string
  subject: string
  html: string
  text: string
  /** The mail service sends a key once, however often we ask. */
  idempotencyKey: string
}

export interface Mailer {
  /** Resolves with the service's id when it has taken the letter; throws to be tried again. */
  send(letter: Letter): Promise<{ id: string }>
}

export type Price = {
  asset: Asset
  usd: Decimal
  /** Percent; null when the service does not know it. */
  change24h: Decimal | null
  source: 'CoinGecko'
}

export type Trade = { asset: Asset; usd: Decimal; volume: Decimal; at: Date }

export interface Market {
  /** Assets the service left out are absent. Throws when it did not answer usefully. */
  prices(): Promise<Price[]>
  /** Newest last, at most 10 (spec §9). Throws when it did not answer usefully. */
  lastTrades(asset: Asset): Promise<Trade[]>
}

/** An uploaded file that has been checked and streamed into the store under a temporary key. */
export type Upload = {
  field: string
  /** The user's file name, cleaned for display. Never part of a path before `safeFileName`. */
  fileName: string
  contentType: string
  kind: FileKind
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  /** Temporary storage key below `incoming/`. */
  key: string
}

export type { FileKind } from '#app/domain/documents.ts'

export interface Passwords {
  /** An argon2id string with its parameters. */
  hash(password: string): Promise<string>
  /** Takes as long for a null hash (unknown user) as for a real one, and is then false. */
  matches(password: string, hash: string | null): Promise<boolean>
}
