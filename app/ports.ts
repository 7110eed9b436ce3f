/** What the workflows ask of the outside world besides ledgers. Adapters stand beside this file. */
import type { Readable } from 'node:stream'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { FileKind, FileTrouble } from '#app/kernel/domain/file-kind.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import type { MailEvent } from '#app/notices/domain/mail-event.ts'
import type { ListName, ReadList } from '#app/screening/domain/listed-entry.ts'

/**
 * Private files. Keys are relative paths without `..`; nothing here is ever public. Where the store itself fails, every
 * method throws StorageRefused or StorageTrouble; an error of the content that is put passes through.
 */
export interface Storage {
  /** Streams to the store; resolves when the whole file is there. An error leaves nothing behind. */
  put(key: string, content: Readable): Promise<void>
  /** Throws FileMissing when there is no such file. */
  read(key: string): Promise<Readable>
  /** Throws FileMissing when there is no such file. */
  move(from: string, to: string): Promise<void>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Keys below a prefix that were last written before a moment, at most 1,000: for sweeping up interrupted uploads. */
  olderThan(prefix: string, before: Date): Promise<string[]>
}

export class FileMissing extends Error {
  override name = 'FileMissing' as const
}

/** The store does not work at the moment, or not as it should: it is down, its bucket is gone. Worth another try. */
export class StorageTrouble extends Error {
  override name: 'StorageTrouble' | 'StorageRefused' = 'StorageTrouble'
}

/** Why a store turns a file away, with the status that spec §6 gives it. */
export const STORAGE_REFUSALS = { unauthenticated: 401, quota_exceeded: 402, unauthorized: 403 } as const
export type StorageRefusal = keyof typeof STORAGE_REFUSALS

/** The store answers, and says no: another try does not help before somebody has mended it. */
export class StorageRefused extends StorageTrouble {
  override name = 'StorageRefused' as const
  readonly refusal: StorageRefusal

  constructor(refusal: StorageRefusal, cause: unknown) {
    super(`The document store refuses: ${refusal}`, { cause })
    this.refusal = refusal
  }
}

export type Letter = {
  to: string
  /** Where an answer goes, when not to the address of the settings. */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Where a mail program switches letters of this kind off, by a button of its own (RFC 8058). Reminders alone have one. */
  offUrl?: string
  /** Goes along as a file. */
  calendar?: CalendarFile
  /** The mail service sends a key once, however often we ask. */
  idempotencyKey: string
}

export interface Mailer {
  /**
   * Resolves with the service's id when it has taken the letter; throws LetterNotTaken otherwise. The id is null when the
   * key was used before with other words (ours changed between two tries): the letter was taken then.
   */
  send(letter: Letter): Promise<{ id: string | null }>
  /** Sends nothing. Never throws. */
  askAboutKey(): Promise<MailKey>
}

/** What the mail service says of our key. `domains`: those that are set up there; null for a key that may only send. */
export type MailKey =
  | { is: 'taken'; domains: { name: string; status: string }[] | null }
  | { is: 'refused' | 'unknown'; words: string }

/** Events that the mail service sends us (decision 109). */
export interface MailHook {
  /** What a message says that the mail service has signed a moment ago, null where it is nothing to us; null for every other message. */
  read(message: { body: string; id: string; timestamp: string; signature: string }): { event: MailEvent | null } | null
}

/** The operators' webhook. */
export interface AlertHook {
  /** Resolves with the status when it was taken (2xx); throws HookNotTaken otherwise. The same `id` is the same message. */
  post(message: { id: string; at: Date; body: string }): Promise<number>
}

/** The webhook did not take a message; what it says holds no address and no secret. */
export class HookNotTaken extends Error {
  override name = 'HookNotTaken' as const
}

/** What is known of a letter that was not acknowledged. */
export type LetterFate =
  /** The service will never take this letter: its address or content is wrong. */
  | 'refused'
  /** The service said no for now, or for a reason of ours: a wrong key, too many letters. */
  | 'not_taken'
  /** No answer, or one that says nothing: it may have been taken. */
  | 'unknown'

export class LetterNotTaken extends Error {
  override name = 'LetterNotTaken' as const
  readonly fate: LetterFate
  /** Our key or our sender is refused: no letter is taken before somebody has mended the settings. */
  readonly isOurFault: boolean

  constructor(fate: LetterFate, message: string, options: ErrorOptions & { isOurFault?: boolean } = {}) {
    super(message, options)
    this.fate = fate
    this.isOurFault = options.isOurFault === true
  }
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
  /** Assets the service left out are absent. Throws MarketUnavailable when it did not answer usefully. */
  prices(): Promise<Price[]>
  /** Newest last, at most 10 (spec §9). Throws MarketUnavailable when it did not answer usefully. */
  lastTrades(asset: Asset): Promise<Trade[]>
}

/** A price service did not answer, or not usefully. The last known prices stay until they are too old. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable' as const
  /** How long the service asks to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(message: string, about: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, { cause: about.cause })
    this.retryAfterMs = about.retryAfterMs ?? null
  }
}

/** A list as it was fetched just now. */
export type FetchedList = ReadList & { address: string; sha256: string; bytes: number }

export interface SanctionsLists {
  /** Reads a list as a whole. Throws ListUnavailable when nobody answered, ListBroken when what came is no such list. */
  fetch(list: ListName): Promise<FetchedList>
}

/** Nobody gave the list just now: the one before stays in force, as long as it is young enough. */
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
  /** Why not everybody can read it, as far as somebody looked. */
  trouble?: FileTrouble
}

export type { FileKind } from '#app/kernel/domain/file-kind.ts'

export interface Passwords {
  /** An argon2id string with its parameters. */
  hash(password: string): Promise<string>
  /** Takes as long for a null hash (unknown user) as for a real one, and is then false. */
  matches(password: string, hash: string | null): Promise<boolean>
  /** Was the hash made at another cost than today's? Then make it anew when the password is at hand. */
  isOutdated(hash: string): boolean
  /** About how many tries somebody needs who knows those words. */
  guessesFor(password: string, known: readonly string[]): Promise<number>
}

/** A wallet that a name stands for. */
export type NamedWallet = { address: string; memo: string | null }

export interface WalletNames {
  /**
   * Whose wallet a name (`ann*lobstr.co`) stands for. 'unknown': nobody of that name; 'silent': no useful answer in time;
   * 'off': names are not resolved here.
   */
  resolve(name: string): Promise<NamedWallet | 'unknown' | 'silent' | 'off'>
}

/** A person's authenticator app. Secrets are in base32, as apps read them. */
export interface SecondFactors {
  newSecret(): string
  /** For the database: bound to its person, unreadable without the settings of this installation. */
  seal(userId: string, secret: string): string
  /** Null when it was sealed for somebody else, or by an installation with another SESSION_SECRET. */
  unseal(userId: string, sealed: string): string | null
  /** The step of thirty seconds that a code belongs to, one before or after `at` included; null for a wrong one or one that is
   * not newer than the step `after`. */
  stepOf(asked: { secret: string; code: string; at: Date; after: number | null }): number | null
  /** What an app reads from a QR code. */
  setupLink(of: { secret: string; account: string }): string
}

/** The secrets that release escrows of the XRP Ledger, as the database keeps them. In the worker alone. */
export interface Fulfilments {
  /** `fulfilment` in hexadecimal, as the keeper makes it. Bound to its escrow. Throws for what is none. */
  seal(escrowId: string, fulfilment: string): string
  /** Null when it was sealed for another escrow, changed since, or sealed with a key that is not set any more. */
  unseal(escrowId: string, sealed: string): string | null
}
