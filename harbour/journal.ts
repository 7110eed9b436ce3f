/** Append-only file of JSON lines, flushed to disk before anything is confirmed: a killed harbour loses nothing. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export type Journal = {
  /** Entries of earlier runs, oldest first. */
  readonly earlier: readonly unknown[]
  append(entry: unknown): void
  close(): void
}

/** Opens a journal; null: nothing is stored. A line that was cut off by a crash is dropped. */
export function openJournal(file: string | null): Journal {
  if (file === null) return { earlier: [], append: () => {}, close: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  const earlier = readEntries(file)
  const handle = openSync(file, 'a')
  return {
    earlier,
    append(entry) {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}

/** Deletes the journal; nobody may have it open. */
export function eraseJournal(file: string | null): void {
  if (file !== null) rmSync(file, { force: true })
}

function readEntries(file: string): unknown[] {
  if (!existsSync(file)) return []
  const content = readFileSync(file)
  const whole = content.lastIndexOf(0x0a) + 1
  if (whole < content.length) truncateSync(file, whole)
  return content
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}
