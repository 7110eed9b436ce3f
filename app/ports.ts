/** What workflows use of the outside world besides ledgers. */
import type { Readable } from 'node:stream'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { FileDefect, FileKind } from '#app/kernel/domain/file-kind.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import type { MailEvent } from '#app/notices/domain/mail-event.ts'
import type { ReadList, SanctionsListName } from '#app/screening/domain/listed-entry.ts'

/**
 * Private files. Keys are relative paths without `..`; nothing here is ever public. When the store itself fails, every
 * method throws StorageRefused or StorageError; an error of the content that is put passes through.
 */
export interface Storage {
  /** Streams to the store; resolves when the whole file is stored. An error leaves nothing behind. */
  put(key: string, content: Readable): Promise<void>
  /** Throws FileMissing. */
  read(key: string): Promise<Readable>
  /** Throws FileMissing. */
  move(from: string, to: string): Promise<void>
  /** No error when there is no such file. */
  remove(key: string): Promise<void>
  /** Keys below a prefix that were last written before a moment, at most 1,000: for cleaning up interrupted uploads. */
  olderThan(prefix: string, before: Date): Promise<string[]>
}

export class FileMissing extends Error {
  override name = 'FileMissing' as const
}

/** The store fails for now: it is down, or its bucket is gone. A retry may help. */
export class StorageError extends Error {
  override name: 'StorageTrouble' | 'StorageRefused' = 'StorageTrouble'
}

/** Why a store refuses a file, with the status that spec §6 gives it. */
export const STORAGE_REFUSALS = { unauthenticated: 401, quota_exceeded: 402, unauthorized: 403 } as const
export type StorageRefusal = keyof typeof STORAGE_REFUSALS

/** The store refuses: a retry does not help before somebody has fixed it. */
export class StorageRefused extends StorageError {
  override name = 'StorageRefused' as const
  readonly refusal: StorageRefusal

  constructor(refusal: StorageRefusal, cause: unknown) {
    super(`The document store refuses: ${refusal}`, { cause })
    this.refusal = refusal
  }
}

export type OutgoingEmail = {
  to: string
  /** Where a reply goes, when not to the address of the settings. */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Where mail programs switch off emails of this kind by a button of their own (RFC 8058). Only reminders have it. */
  offUrl?: string
  /** Attached as a file. */
  calendar?: CalendarFile
  /** The mail service sends only once for a key. */
  idempotencyKey: string
}

export interface Mailer {
  /**
   * Resolves with the service's id when it has taken the email; throws EmailNotTaken otherwise. The id is null when
   * the key was used before with other content (ours changed between two tries): the email was taken then.
   */
  send(letter: OutgoingEmail): Promise<{ id: string | null }>
  /** Sends nothing. Never throws. */
  askAboutKey(): Promise<MailKey>
}

/** What the mail service says about our key. `domains`: those set up there; null for a key that may only send. */
export type MailKey =
  | { is: 'taken'; domains: { name: string; status: string }[] | null }
  | { is: 'refused' | 'unknown'; words: string }

/** Events from the mail service (decision 109). */
export interface MailHook {
  /** `event`: of a message with a fresh signature; null when it is nothing to us. Null: every other message. */
  read(message: { body: string; id: string; timestamp: string; signature: string }): { event: MailEvent | null } | null
}

export interface AlertHook {
  /** Resolves with the status when it was taken (2xx); throws HookNotTaken otherwise. Same `id`: same message. */
  post(message: { id: string; at: Date; body: string }): Promise<number>
}

/** The webhook did not take a message; the error contains no address and no secret. */
export class HookNotTaken extends Error {
  override name = 'HookNotTaken' as const
}

/** What is known of an email that was not acknowledged. */
export type EmailFate =
  /** The service will never take this email: its address or content is wrong. */
  | 'refused'
  /** The service refused for now, or for a reason of ours: a wrong key, too many emails. */
  | 'not_taken'
  /** No answer, or a useless one: it may have been taken. */
  | 'unknown'

export class EmailNotTaken extends Error {
  override name = 'LetterNotTaken' as const
  readonly fate: EmailFate
  /** Our key or our sender is refused: no email is taken before somebody has fixed the settings. */
  readonly isOurFault: boolean

  constructor(fate: EmailFate, message: string, options: ErrorOptions & { isOurFault?: boolean } = {}) {
    super(message, options)
    this.fate = fate
    this.isOurFault = options.isOurFault === true
  }
}

export type Price = {
  asset: Asset
  usd: Decimal
  /** Percent; null: the service does not know it. */
  change24h: Decimal | null
  source: 'CoinGecko'
}

export type Trade = { asset: Asset; usd: Decimal; volume: Decimal; at: Date }

export interface Market {
  /** Assets that the service left out are absent. Throws MarketUnavailable when it gave no useful answer. */
  prices(): Promise<Price[]>
  /** Newest last, at most 10 (spec §9). Throws MarketUnavailable when there was no useful answer. */
  lastTrades(asset: Asset): Promise<Trade[]>
}

/** A price service gave no useful answer. The last known prices stay until they are too old. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable' as const
  /** How long the service asks us to wait; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(message: string, about: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, { cause: about.cause })
    this.retryAfterMs = about.retryAfterMs ?? null
  }
}

export type FetchedList = ReadList & { address: string; sha256: string; bytes: number }

export interface SanctionsLists {
  /** Reads a whole list. Throws ListUnavailable without an answer, ListBroken when the answer is no such list. */
  fetch(list: SanctionsListName): Promise<FetchedList>
}

/** Nobody gave the list now: the previous one stays in force, as long as it is young enough. */
export class ListUnavailable extends Error {
  override name = 'ListUnavailable' as const
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
  /** A scanner found nothing in it. */
  isScanned?: boolean
  /** Why not everybody can read it, as far as that was checked. */
  trouble?: FileDefect
}

export type { FileKind } from '#app/kernel/domain/file-kind.ts'

export interface Passwords {
  /** An argon2id string with its parameters. */
  hash(password: string): Promise<string>
  /** Takes as long for a null hash (unknown user) as for a real one, and is then false. */
  matches(password: string, hash: string | null): Promise<boolean>
  /** Was the hash made at another cost than today's? Then rehash when the password is at hand. */
  isOutdated(hash: string): boolean
  /** About how many tries somebody needs who knows the words in `known`. */
  guessesFor(password: string, known: readonly string[]): Promise<number>
}

export type NamedWallet = { address: string; memo: string | null }

export interface WalletNames {
  /**
   * The wallet of a name (`ann*lobstr.co`). 'unknown': nobody has that name; 'silent': no useful answer in time; 'off':
   * names are not resolved here.
   */
  resolve(name: string): Promise<NamedWallet | 'unknown' | 'silent' | 'off'>
}

/** A person's authenticator app. Secrets are in base32, as apps read them. */
export interface SecondFactors {
  newSecret(): string
  /** For the database: bound to its person, unreadable without the settings of this installation. */
  seal(userId: string, secret: string): string
  /** Null: sealed for somebody else, or by an installation with another SESSION_SECRET. */
  unseal(userId: string, sealed: string): string | null
  /** The 30-second step of a code, at most one step from `at`. Null: wrong, or not newer than the step `after`. */
  stepOf(asked: { secret: string; code: string; at: Date; after: number | null }): number | null
  /** What an app reads from a QR code. */
  setupLink(of: { secret: string; account: string }): string
}

/** The secrets that release escrows of the XRP Ledger, as the database stores them. Only in the worker. */
export interface Fulfilments {
  /** `fulfilment`: hexadecimal, as the keeper makes it. Bound to its escrow. Throws for an invalid one. */
  seal(escrowId: string, fulfilment: string): string
  /** Null: sealed for another escrow, changed since, or sealed with a key that is no longer set. */
  unseal(escrowId: string, sealed: string): string | null
}
